"""The tokens of HTML and XML."""

from sphinx_kwdocs.languages._tokens.patterns import MARKUP_COMMENT
from sphinx_kwdocs.model.plugin_records import TokenRules

MARKUP_TOKENS = TokenRules(
    comments=(MARKUP_COMMENT,),
    specials=(
        (r"<!\[CDATA\[[\s\S]*?(?:\]\]>|\Z)", "cp"),
        (r"<\?[\s\S]*?(?:\?>|\Z)", "cp"),
        (r"<![A-Za-z][^<>\[]*>?", "cp"),
        (r"</?[^\W\d][\w:.-]*", "nt"),
        (r"&(?:\w+|#\w+);", "ni"),
        # Quotes are strings only as an attribute's value; in running text they are quotes.
        (r"=[ \t]*\"[^\"<]*+\"", "s"),
        (r"=[ \t]*'[^'<]*+'", "s"),
    ),
    word=r"[^\W\d][\w:.-]*",
)
