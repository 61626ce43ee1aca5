"""How bytes become text."""

from __future__ import annotations

import codecs
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_kwdocs.reading.decode import SAMPLE_SIZE, decode, decode_as, looks_binary

RUSSIAN = "Это обычный текст на русском языке, который рассказывает о программе.\n"  # noqa: RUF001  Russian is meant
JAPANESE = "これは日本語の文章です。プログラムの使い方について説明します。\n"
FRENCH = "Déjà vu: l'été à la française, où les élèves étudient très sérieusement.\n"
POLISH = "Zażółć gęślą jaźń, proszę państwa, to jest tekst polski.\n"
CODE = "def double(x):\n    return 2 * x  # a comment\n"


def test_ascii_and_utf_8_are_utf_8() -> None:
    assert decode(b"") == decode(b"")
    assert decode(b"").text == ""
    assert decode(b"").encoding == "utf-8"
    found = decode("naïve → 🎉\n".encode())
    assert (found.text, found.encoding, found.is_lossy) == ("naïve → 🎉\n", "utf-8", False)


@pytest.mark.parametrize("data", [b"a\r\nb\rc\n", b"a\nb\nc\n", b"a\rb\rc\r"])
def test_every_line_end_becomes_a_line_feed(data: bytes) -> None:
    assert decode(data).text == "a\nb\nc\n"
    assert decode_as(data, "utf-8") == "a\nb\nc\n"


@pytest.mark.parametrize(
    ("mark", "codec", "expected"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32"),
    ],
)
def test_a_byte_order_mark_names_the_encoding_and_is_not_text(mark: bytes, codec: str, expected: str) -> None:
    data = mark + "x = 'é→🎉'\r\n".encode(codec)
    found = decode(data)
    assert (found.text, found.encoding, found.is_lossy) == ("x = 'é→🎉'\n", expected, False)
    assert decode_as(data, found.encoding) == found.text


def test_a_damaged_utf_16_file_loses_only_its_bad_places() -> None:
    data = codecs.BOM_UTF16_LE + "first line\nsecond line\n".encode("utf-16-le") + b"\x00\xd8" + b"o\x00"
    found = decode(data)
    assert found.is_lossy
    assert found.encoding == "utf-16"
    assert found.text.startswith("first line\nsecond line\n")
    assert found.bad_line == 3
    assert decode_as(data, found.encoding) == found.text


def test_damaged_utf_8_behind_a_mark_keeps_its_encoding() -> None:
    found = decode(codecs.BOM_UTF8 + b"ok\nbad \xff and \xc3\xa9 and \xc3\xa9\n")
    assert found.encoding == "utf-8-sig"
    assert found.text == "ok\nbad \ufffd and é and é\n"
    assert (found.is_lossy, found.bad_line) == (True, 2)


@pytest.mark.parametrize(
    ("line", "encoding"),
    [
        ("# -*- coding: latin-1 -*-", "iso8859-1"),
        ("# vim: set fileencoding=cp1252 :", "cp1252"),
        ("#!/usr/bin/python\n# coding: koi8-r", "koi8-r"),
        ("#!/usr/bin/python\r# coding: koi8-r", "koi8-r"),
        ("# -*- coding: latin-1-unix -*-", "iso8859-1"),
        ("\n# coding=Shift_JIS", "shift_jis"),
    ],
)
def test_a_coding_line_in_the_first_two_lines_decides(line: str, encoding: str) -> None:
    data = line.encode() + b"\nx = '\xc3\xa9'\n"
    found = decode(data)
    assert found.encoding == encoding
    assert found.text.endswith("x = '" + b"\xc3\xa9".decode(encoding) + "'\n")


@pytest.mark.parametrize(
    "head",
    [
        "\n\n# coding: latin-1",
        "x = 1\n# coding: latin-1",
        "x = 1  # coding: latin-1",
        "# coding: ascii",
        "# coding: no-such-codec",
        "# coding: utf-8",
    ],
)
def test_a_coding_line_elsewhere_or_of_no_use_leaves_utf_8(head: str) -> None:
    found = decode(f"{head}\nx = 'é'\n".encode())
    assert (found.encoding, found.text) == ("utf-8", f"{head}\nx = 'é'\n")


@pytest.mark.parametrize(
    "codec",
    [
        "rot13",
        "hex",
        "base64",
        "zlib",
        "bz2",
        "uu",
        "quopri",
        "idna",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
        "undefined",
        "utf_7",
        "utf_16",
        "utf_32",
        "mbcs",
        "oem",
        "cp037",
        "cp500",
        "../x",
        "encodings.hex",
    ],
)
def test_a_coding_line_cannot_name_what_is_no_charset(codec: str) -> None:
    text = f"# coding: {codec}\nx = '\\x41 +AGE-'\n"
    assert decode(text.encode()).text == text


def test_a_coding_line_never_reaches_a_codec_that_another_package_registered() -> None:
    asked = []

    def search(name: str) -> None:
        asked.append(name)

    codecs.register(search)
    try:
        decode(b"# coding: kwdocs_hostile\n")
    finally:
        codecs.unregister(search)
    assert asked == []


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (RUSSIAN, "cp1251"), (RUSSIAN, "koi8-r"), (JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"),
        (FRENCH, "latin-1"), (POLISH, "cp1250"),
    ],
)  # fmt: skip
def test_prose_in_an_old_charset_is_read_right(text: str, charset: str) -> None:
    found = decode((text * 20).encode(charset))
    assert found.text == text * 20
    assert not found.is_lossy


@pytest.mark.parametrize("word", ["é", "naïve", "“quoted” — and so on", "Größe"])
def test_code_with_a_few_western_letters_is_cp1252(word: str) -> None:
    text = CODE * 20 + f"# {word}\n"
    found = decode(text.encode("cp1252"))
    assert (found.encoding, found.text, found.is_lossy) == ("cp1252", text, False)


def test_code_with_comments_in_another_script_is_not_garbled() -> None:
    text = CODE * 200 + f"# {RUSSIAN}" * 3
    assert decode(text.encode("cp1251")).text == text


def test_a_sample_that_would_end_inside_a_character_still_finds_the_charset() -> None:
    text = JAPANESE * (3 * SAMPLE_SIZE // len(JAPANESE))
    assert decode(text.encode("shift_jis")).text == text


def test_utf_8_with_one_bad_byte_stays_utf_8_and_names_the_line() -> None:
    data = ("é" * 5 + "\r\n" + "→ ok\r").encode() + b"bad \xff byte\n"
    found = decode(data)
    assert (found.encoding, found.is_lossy, found.bad_line) == ("utf-8", True, 3)
    assert found.text == "ééééé\n→ ok\nbad \ufffd byte\n"
    assert decode_as(data, found.encoding) == found.text


def test_bytes_that_are_no_text_are_not_given_a_charset() -> None:
    data = bytes(range(1, 256)) * 4
    found = decode(data)
    assert (found.encoding, found.is_lossy, found.bad_line) == ("utf-8", True, 3)


def test_guessing_is_only_loaded_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "charset_normalizer", None)
    assert decode("plain é\n".encode()).encoding == "utf-8"
    assert decode(b"caf\xe9\n").encoding == "cp1252"


def test_a_guess_that_fails_costs_only_the_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    def explode(_data: bytes) -> None:
        raise RuntimeError

    monkeypatch.setattr("charset_normalizer.from_bytes", explode)
    data = (RUSSIAN * 3).encode("cp1251")
    found = decode(data)
    assert (found.encoding, found.is_lossy, found.bad_line) == ("utf-8", True, 1)
    assert found.text == data.decode("utf-8", "replace")


def test_a_nul_byte_means_binary_unless_a_mark_explains_it() -> None:
    assert looks_binary(b"\x7fELF\0\0")
    assert not looks_binary(b"x" * 8192 + b"\0")
    assert not looks_binary("x".encode("utf-16"))
    assert not looks_binary("x".encode("utf-32"))
    assert looks_binary(codecs.BOM_UTF8 + b"\0")


@given(
    st.binary(max_size=300)
    | st.binary(max_size=100).map(lambda tail: codecs.BOM_UTF16_LE + tail)
    | st.binary(max_size=100).map(lambda tail: codecs.BOM_UTF32_BE + tail)
    | st.tuples(st.sampled_from(["iso2022_jp", "gb18030", "hz", "big5hkscs", "utf-7"]), st.binary(max_size=80)).map(
        lambda pair: f"# coding: {pair[0]}\n".encode() + pair[1]
    )
)
def test_any_bytes_become_text_that_can_be_written_and_read_again(data: bytes) -> None:
    found = decode(data)
    found.text.encode("utf-8")
    assert "\r" not in found.text
    assert found.is_lossy == (found.bad_line > 0)
    assert decode_as(data, found.encoding) == found.text


@given(st.text())
def test_text_written_as_utf_8_comes_back(text: str) -> None:
    data = text.encode()
    if b"coding" not in data and not data.startswith(codecs.BOM_UTF8):
        assert decode(data).text == text.replace("\r\n", "\n").replace("\r", "\n")
