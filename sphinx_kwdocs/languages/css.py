"""CSS: the classes and ids that its selectors name."""

from functools import partial

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.facts import read_keys
from sphinx_kwdocs.languages._tokens.patterns import BLOCK_COMMENT, DOUBLE_QUOTED, SINGLE_QUOTED
from sphinx_kwdocs.model.plugin_records import TokenRules

LANGUAGE = token_language(
    "css",
    "CSS stylesheet",
    ("*.css",),
    TokenRules(
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
    ),
    extract=partial(read_keys, css_class="nc"),
    reads="classes, ids",
    pygments="css",
)
