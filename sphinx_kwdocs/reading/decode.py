"""Turns the bytes of a file into text with plain line ends, and says which encoding was found and what was lost."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from encodings import normalize_encoding
from encodings.aliases import aliases

HEAD_SIZE = 8192
"""How many bytes tell a binary file from a text."""
SAMPLE_SIZE = 65536
"""How many bytes the guess of an unknown encoding looks at."""

# Only real charsets, named one by one: a lookup by any name would reach `unicode_escape`, `punycode` and whatever
# codecs other packages registered, some of which run code. EBCDIC pages cannot hold a readable coding line.
_CHARSETS = frozenset(
    (  # noqa: SIM905  a hundred quoted names would be a page of code
        "ascii latin_1 iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10"
        " iso8859_11 iso8859_13 iso8859_14 iso8859_15 iso8859_16 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256"
        " cp1257 cp1258 cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864"
        " cp865 cp866 cp869 cp874 cp1006 cp1125 koi8_r koi8_t koi8_u kz1048 ptcp154 hp_roman8 tis_620 mac_arabic"
        " mac_croatian mac_cyrillic mac_farsi mac_greek mac_iceland mac_latin2 mac_roman mac_romanian mac_turkish"
        " gb2312 gbk gb18030 hz big5 big5hkscs cp932 cp949 cp950 euc_jp euc_jis_2004 euc_jisx0213 euc_kr johab"
        " shift_jis shift_jis_2004 shift_jisx0213 iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3"
        " iso2022_jp_ext iso2022_kr"
    ).split()
)
_BOMS = (
    # UTF-32 first: its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BOM_BYTES = tuple(mark for mark, _ in _BOMS)
_WIDE_BOM_BYTES = tuple(mark for mark, name in _BOMS if name != "utf-8-sig")
_BINARY_MARKS = (b"%PDF-", b"\xc5\xd0\xd3\xc6")
_COOKIE_LINE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK_OR_COMMENT = re.compile(rb"[ \t\f]*(?:#.*)?$")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_LONG_RUN = re.compile(rb"[\x80-\xff]{3,}")
_ASCII_BYTES = bytes(range(128))
_CONTROL_BYTES = bytes(code for code in range(32) if code not in b"\b\t\n\v\f\r\x1b") + b"\x7f"
_NOT_CONTROL_BYTES = bytes(set(range(256)) - set(_CONTROL_BYTES))

# Below this many bytes outside ASCII a statistical guess is a coin toss.
_TELLING_BYTES = 24


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file and how it was read."""

    text: str
    """The text; every line ends with `\\n`, and no lone surrogate occurs."""
    encoding: str
    """The codec, in Python's spelling."""
    is_lossy: bool = False
    """Whether bytes that fit no encoding were replaced by U+FFFD."""
    bad_line: int = 0
    """The first line with a replaced byte, or 0."""


def decode(data: bytes) -> Decoded:
    """Decode by byte order mark, coding line, UTF-8, or a guess, in this order; as a last resort, replace bytes."""
    if data.startswith(_BOM_BYTES):
        found = _decode_marked(data)
        if found is not None:
            return found
    charset = _declared_charset(data[:1024])
    if charset:
        found = _decode_strictly(data, charset)
        if found is not None:
            return found
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return _guess(data) or _replace(data, error.start)
    return Decoded(_plain_line_ends(text), "utf-8")


def decode_as(data: bytes, encoding: str) -> str:
    """Decode the same bytes again, by the encoding that `decode` found for them."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    return _plain_line_ends(text)


def looks_binary(head: bytes) -> bool:
    """Whether a file that begins like this is no text: a NUL byte, and no mark of an encoding that has them.

    PDF, which drawings of Illustrator are too, and PostScript with a picture in it may have none for a while.
    """
    if head.startswith(_BINARY_MARKS):
        return True
    return b"\0" in head[:HEAD_SIZE] and not head.startswith(_WIDE_BOM_BYTES)


def text_head(data: bytes, most_lines: int) -> bytes:
    """Return the first lines of what a text begins with, whole ones if a line ends there, and no half a character."""
    if data.startswith(_WIDE_BOM_BYTES):
        return data[: len(data) // 4 * 4]
    end = -1
    for _ in range(most_lines):
        following = data.find(b"\n", end + 1)
        if following < 0:
            break
        end = following
    if end >= 0:
        return data[: end + 1]
    start = len(data)
    # A character of UTF-8 has up to three bytes behind its first.
    while start > max(0, len(data) - 4) and data[start - 1] & 0xC0 == 0x80:  # noqa: PLR2004  the mark of a byte behind
        start -= 1
    return data[: start - 1] if start and data[start - 1] >= 0xC0 else data  # noqa: PLR2004  the mark of a first byte


def _plain_line_ends(text: str) -> str:
    if "\r" in text:
        return text.replace("\r\n", "\n").replace("\r", "\n")
    return text


def _decode_strictly(data: bytes, encoding: str) -> Decoded | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return Decoded(_plain_line_ends(text), codecs.lookup(encoding).name)


def _decode_marked(data: bytes) -> Decoded | None:
    encoding = next(name for mark, name in _BOMS if data.startswith(mark))
    found = _decode_strictly(data, encoding)
    if found is not None:
        return found
    text = decode_as(data, encoding)
    replaced = text.count("\ufffd")
    # A damaged text has a few bad places; bytes that only begin like a mark have them everywhere.
    if replaced * 10 > len(text):
        return None
    return Decoded(text, encoding, is_lossy=True, bad_line=text.count("\n", 0, text.find("\ufffd")) + 1)


def _declared_charset(head: bytes) -> str:
    """Find the charset of a coding line (PEP 263) in the first two lines, if it is one that we decode by name."""
    if b"coding" not in head:
        return ""
    for line in _LINE_END.split(head, 2)[:2]:
        match = _COOKIE_LINE.match(line)
        if match:
            return _known_charset(match[1].decode("ascii", "replace"))
        if not _BLANK_OR_COMMENT.match(line):
            break
    return ""


def _known_charset(name: str) -> str:
    # Emacs appends the line ends to the name: `latin-1-unix`.
    plain = re.sub(r"-(?:unix|dos|mac)$", "", name.lower())
    normal = normalize_encoding(plain)
    normal = aliases.get(normal, normal)
    return normal if normal in _CHARSETS else ""


def _guess(data: bytes) -> Decoded | None:
    """Decode what is not UTF-8 by the likeliest charset, or not at all if none is likely."""
    if _is_damaged_utf8(data) or _has_many_controls(data):
        return None
    outside_ascii = len(data.translate(None, _ASCII_BYTES))
    is_short = outside_ascii < _TELLING_BYTES
    is_code = outside_ascii * 10 <= len(data)
    if is_short or (is_code and _has_lone_accents(data, outside_ascii)):
        found = _decode_strictly(data, "cp1252")
        if found is not None:
            return found
    charset = _likeliest_charset(data)
    if not charset and is_code:
        charset = "cp1252"
    return _decode_strictly(data, charset) if charset else None


def _has_lone_accents(data: bytes, outside_ascii: int) -> bool:
    """Whether bytes outside ASCII stand between ASCII letters, as in western languages, and not in whole words."""
    in_words = sum(len(run) for run in _LONG_RUN.findall(data) if len(set(run)) > 1)
    return in_words * 2 < outside_ascii


def _is_damaged_utf8(data: bytes) -> bool:
    """Whether most of what is not ASCII is UTF-8 all the same; any other charset would garble all of that."""
    text = data.decode("utf-8", "replace")
    outside_ascii = len(text) - len(text.encode("ascii", "ignore"))
    replaced = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    return outside_ascii - replaced > replaced


def _has_many_controls(data: bytes) -> bool:
    return len(data.translate(None, _NOT_CONTROL_BYTES)) * 100 > len(data)


def _likeliest_charset(data: bytes) -> str:
    # Imported here because few repositories need it, and it takes longer to load than most scans to run.
    from charset_normalizer import from_bytes

    # Lines in plain ASCII fit every charset and only dilute the rest.
    sample = b"\n".join(line for line in _LINE_END.split(data) if not line.isascii())
    if len(sample) > SAMPLE_SIZE:
        sample = sample[:SAMPLE_SIZE]
        # A sample that ends inside a character would rule out the right answer.
        sample = sample[: sample.rfind(b"\n") + 1] or sample
    try:
        matches = from_bytes(sample)
        best = matches.best()
    except Exception:  # noqa: BLE001  another package's guess at hostile bytes may fail in any way, the build must not
        return ""
    if best is None:
        return ""
    # Of several Latin alphabets that fit as well, the common one.
    if any("cp1252" in match.could_be_from_charset and match.coherence >= best.coherence for match in matches):
        return "cp1252"
    return _known_charset(best.encoding)


def _replace(data: bytes, start: int) -> Decoded:
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    before = data[:start]
    line = before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n") + 1
    return Decoded(decode_as(data, encoding), encoding, is_lossy=True, bad_line=line)
