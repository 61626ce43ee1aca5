"""CSS: the classes and ids that its selectors name."""

from sphinx_kwdocs.languages._patterns import BLOCK_COMMENT, DOUBLE_QUOTED, SINGLE_QUOTED
from sphinx_kwdocs.languages._token_facts import keys_extractor
from sphinx_kwdocs.model import Language, TokenRules

TOKENS = TokenRules(
    comments=(BLOCK_COMMENT,),
    strings=(DOUBLE_QUOTED, SINGLE_QUOTED, r"url\([^)\"'\n]*\)?"),
    specials=(
        (r"#[0-9a-fA-F]{3,8}(?![\w-])", "mh"),
        (r"[.#]-?[^\W\d][\w-]*", "nc"),
        (r"@[\w-]+", "k"),
        (r"--[\w-]+", "nv"),
        (r"!important\b", "kc"),
    ),
    word=r"-?[^\W\d][\w-]*",
)

LANGUAGE = Language(
    "css", "CSS stylesheet", ("*.css",), 1, keys_extractor("css", TOKENS, "nc"), tokens=TOKENS, pygments="css"
)
