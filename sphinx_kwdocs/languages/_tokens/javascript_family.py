"""The tokens of JavaScript and TypeScript."""

from sphinx_kwdocs.languages._tokens.patterns import (
    BACK_QUOTED,
    BLOCK_COMMENT,
    DOUBLE_QUOTED,
    SINGLE_QUOTED,
    SLASH_COMMENT,
)
from sphinx_kwdocs.model.plugin_records import TokenRules

_JAVASCRIPT = (
    "as async await break case catch class const continue debugger default delete do else export extends finally for "
    "from function get if import in instanceof let new of return set static super switch this throw try typeof var "
    "void while with yield"
)
_TYPESCRIPT = (
    "abstract asserts declare enum implements infer interface is keyof module namespace override private protected "
    "public readonly satisfies type unique"
)
_TYPES = "any bigint boolean never number object string symbol unknown"
# A slash opens a regular expression only where a value may stand; quotes inside it open no string. The limits keep
# a hostile line from being searched to its end again and again.
_BEFORE_VALUE = r"[=(,:\[!&|?;{}\n]"
_REGEX = (
    rf"/(?:(?<={_BEFORE_VALUE}/)|(?<={_BEFORE_VALUE} /))(?![*/])"
    r"(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,80}+\]){1,200}+/\w*"
)


def javascript_tokens(*, typed: bool = False) -> TokenRules:
    """Return the token rules of JavaScript, or of TypeScript."""
    return TokenRules(
        comments=(SLASH_COMMENT, BLOCK_COMMENT),
        strings=(DOUBLE_QUOTED, SINGLE_QUOTED, BACK_QUOTED),
        keywords=frozenset(f"{_JAVASCRIPT} {_TYPESCRIPT if typed else ''}".split()),
        constants=frozenset({"true", "false", "null", "undefined", "NaN", "Infinity"}),
        builtins=frozenset(
            "Array BigInt Boolean Date Error JSON Map Math Number Object Promise Proxy Reflect RegExp Set String "
            f"Symbol WeakMap WeakSet console document globalThis require window {_TYPES if typed else ''}".split()
        ),
        specials=((_REGEX, "sr"), (r"@[^\W\d][\w.]*", "nd")),
        word=r"[^\W\d][\w$]*|\$[\w$]*",
    )
