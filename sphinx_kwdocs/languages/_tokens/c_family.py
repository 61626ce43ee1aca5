"""The tokens of C and the languages built on it."""

from sphinx_kwdocs.languages._tokens.patterns import BLOCK_COMMENT, DOUBLE_QUOTED, SINGLE_QUOTED
from sphinx_kwdocs.model.plugin_records import TokenRules

_C = (
    "auto break case const continue default do else enum extern for goto if inline register restrict return sizeof "
    "static struct switch typedef union volatile while _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert "
    "_Thread_local"
)
_CPP = (
    "alignas alignof asm catch class co_await co_return co_yield concept const_cast consteval constexpr constinit "
    "decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept operator override "
    "private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw "
    "try typeid typename using virtual"
)
_CUDA = "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __forceinline__ __noinline__"
_TYPES = (
    "bool char double float int long short signed unsigned void size_t ptrdiff_t ssize_t wchar_t char8_t char16_t "
    "char32_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t"
)
_DIRECTIVES = "define|elif|elifdef|elifndef|else|embed|endif|error|if|ifdef|ifndef|include|line|pragma|undef|warning"
# Which delimiter opened a raw string cannot be asked here; nearly always the first `)word"` is the one that closes.
_RAW = r'R"(?:\([\s\S]*?(?:\)"|\Z)|[^\s()\\"]{1,16}\([\s\S]*?(?:\)[^\s()\\"]{1,16}"|\Z))'


def c_family_tokens(*, cpp: bool = True, cuda: bool = False) -> TokenRules:
    """Return the token rules of C, by default with those of C++."""
    keywords = " ".join([_C, _CPP if cpp else "", _CUDA if cuda else ""])
    return TokenRules(
        # A backslash at the end of a line continues even a comment.
        comments=(r"//[^\\\n]*+(?:\\[\s\S][^\\\n]*+)*+", BLOCK_COMMENT),
        # Patterns that begin with a letter or a class of letters are passed over fast; an optional prefix is not.
        strings=(
            DOUBLE_QUOTED,
            SINGLE_QUOTED,
            _RAW,
            f"[LuU]8?(?:{DOUBLE_QUOTED}|{SINGLE_QUOTED}|{_RAW})",
        ),
        keywords=frozenset(keywords.split()),
        constants=frozenset({"true", "false", "nullptr", "NULL"}),
        builtins=frozenset(_TYPES.split()),
        specials=(
            (r'#[ \t]*(?:include|include_next|import)[ \t]*(?:<[^>\n]*>|"[^"\n]*")', "cp"),
            (rf"#[ \t]*(?:pragma[ \t]+once|{_DIRECTIVES})\b", "cp"),
            # Digit separators, before an apostrophe is taken for a character's.
            (r"\d\w*(?:'\w+)+", "mi"),
        ),
    )
