"""Regular expressions that many languages share for their comments and string literals.

None can backtrack far: what is not closed ends at the end of its line, or of the text, instead of failing.
"""

HASH_COMMENT = r"#[^\n]*"
SLASH_COMMENT = r"//[^\n]*"
BLOCK_COMMENT = r"/\*[\s\S]*?(?:\*/|\Z)"
MARKUP_COMMENT = r"<!--[\s\S]*?(?:-->|\Z)"

DOUBLE_QUOTED = r'"[^"\\\n]*+(?:\\[\s\S][^"\\\n]*+)*+"?'
SINGLE_QUOTED = r"'[^'\\\n]*+(?:\\[\s\S][^'\\\n]*+)*+'?"
BACK_QUOTED = r"`[^`\\]*+(?:\\[\s\S][^`\\]*+)*+`?"
TRIPLE_DOUBLE_QUOTED = r'"""[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+(?:"{3,5}|\Z)'
