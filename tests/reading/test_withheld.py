"""Nothing of a file that looks like a key or a password is shown, indexed or kept, wherever it was listed from."""

from __future__ import annotations

import json
import sysconfig
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from builds import build, repository, write
from crawl import crawl
from lxml import html

from sphinx_kwdocs.config import Config
from sphinx_kwdocs.export.json_lines import json_lines
from sphinx_kwdocs.pipeline import build_index
from sphinx_kwdocs.reading.listing import Listed
from sphinx_kwdocs.reading.scan import scan
from sphinx_kwdocs.reading.withheld import SECRET_NAMES, SETTINGS_SUFFIXES, withholding

if TYPE_CHECKING:
    from builds import Built

BODY = "\n".join(["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"] * 8)
KEY = f"-----BEGIN PRIVATE KEY-----\n{BODY}\n-----END PRIVATE KEY-----\n"
CERTIFICATE = f"-----BEGIN CERTIFICATE-----\n{BODY}\n-----END CERTIFICATE-----\n"
# Put together here, so that this file holds none.
GITHUB = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"
AWS = "AKIA" + "QYLPMN5HHHFPZAM2", "9drTJvcXLB89EXTlX" + "LB8912PZBqLmNopQrStUvWx"


def reason(path: str, text: str = "", *patterns: str) -> str:
    rules = withholding(patterns)
    return rules.by_name(path) or rules.by_text(path, text)


@pytest.mark.parametrize("kind", SECRET_NAMES, ids=lambda kind: kind.what)
@pytest.mark.parametrize("folder", ["", "deep/er/"])
def test_the_names_that_are_documented_are_withheld(kind: Any, folder: str) -> None:  # noqa: ANN401  see the parameter
    for path in kind.examples:
        assert kind.what in reason(folder + path), path
        assert kind.what in reason(folder + path.upper()), path
    for path in kind.others:
        assert reason(folder + path) == "", path


@pytest.mark.parametrize(
    "path",
    [
        "README.md", "src/env.py", "environment.yml", "src/.environment", "src/id_rsa/readme.md", ".env/readme.md",
        "keys.py", "key.c", "docs/credentials.md", "test_netrc.py", "htpasswd.c", "kdb.py", ".gitignore",
        ".github/x.yml", "rsa.py", "grid_rsa.txt",
    ],
)  # fmt: skip
def test_ordinary_names_are_not_withheld(path: str) -> None:
    assert reason(path, "words\n") == ""


@pytest.mark.parametrize(
    "path", ["server.pem", "server.key", "a.yaml", "config.json", "backup.bak", "key.txt", "secret", "x.md"]
)
@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "PGP "])
def test_a_file_that_is_a_private_key_is_withheld(path: str, kind: str) -> None:
    key = KEY.replace("PRIVATE KEY", f"{kind}PRIVATE KEY{' BLOCK' if kind == 'PGP ' else ''}")
    assert reason(path, key) == "it looks like a private key"
    assert reason(path, f"\n{CERTIFICATE}{key}") == "it looks like a private key"


@pytest.mark.parametrize("suffix", SETTINGS_SUFFIXES)
def test_settings_with_a_key_or_a_token_are_withheld(suffix: str) -> None:
    assert reason(f"example.{suffix}", 'key: "' + KEY.replace("\n", "\\n") + '"\n')
    assert reason(f"example.{suffix}", f"token = {GITHUB}\n") == "it looks like settings with a token"
    for kind in ("gho_", "ghu_", "ghs_", "ghr_"):
        assert reason(f"example.{suffix}", f"token = {GITHUB.replace('ghp_', kind)}\n")
    for sign in (" = ", "=", ": "):
        text = f"id{sign}{AWS[0]}\nsecret{sign}{AWS[1]}\n"
        assert reason(f"example.{suffix}", text) == "it looks like settings with a token"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tests/test_ssl.py", f'KEY = """\\\n{KEY}"""\n\ndef test_it():\n    assert KEY\n'),
        ("tests/keys.py", f'KEY = """\\\n{KEY}"""\n'),
        ("cert.h", f'const char *key = R"({KEY})";\n'),
        ("docs/tls.md", f"A key looks so:\n\n```\n{KEY}```\n"),
        ("server.pem", CERTIFICATE),
        ("server.crt", CERTIFICATE),
        ("a.yml", "key: |\n  -----BEGIN PRIVATE KEY-----\n  ...\n  -----END PRIVATE KEY-----\n"),
        ("test_tokens.py", f"TOKEN = '{GITHUB}'\n"),
        ("a.yml", "token: ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"),
        ("a.yml", "token: ghp_" + "0123456789abcdefghijABCDEFGHIJ012345\n"),
        ("a.yml", "id: AKIAIOSFODNN7EXAMPLE\nsecret: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n"),
        ("a.yml", f"id: {AWS[0]}\n"),
        (".npmrc", "registry=https://example.org\n//example.org/:_authToken=${TOKEN}\n"),
        ("strings.key", "a = b\nc = d\n"),
        ("pip.conf", "[global]\nindex-url = https://example.org/simple\n"),
        ("pip.conf", "[global]\nindex-url = https://${USER}:${WORD}@example.org/simple\n"),
    ],
)
def test_programs_documents_certificates_and_examples_are_shown(path: str, text: str) -> None:
    assert reason(path, text) == ""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".npmrc", "//registry.npmjs.org/:_authToken=abcd\n"),
        (".npmrc", '//registry.npmjs.org/:_authToken="abcd"\n'),
        (".yarnrc", '"//registry.npmjs.org/:_authToken" abcd\n'),
        (".yarnrc.yml", 'npmAuthToken: "abcd"\n'),
        ("pip.conf", "[global]\nindex-url = https://ann:wo$rd@example.org/simple\n"),
        (".docker/config.json", '{"auths": {"x": {"auth": "", "identitytoken": "abcd-efgh.ijkl"}}}'),
        ("server.pem", KEY.replace(BODY, "\n".join([BODY[:32]] * 20))),
        ("ssh2.key", f"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: x\n{BODY}\n"),
        ("ring.asc", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n" + "Comment: x\n" * 200 + BODY),
        ("key.txt", "\ufeff\u200b" + KEY),
        ("pip.conf", "[global]\nindex-url = https://ann:word@example.org/simple\n"),
        (".docker/config.json", '{"auths": {"x": {"auth": "YW5uOndvcmQ="}}}'),
        ("secret.key", "c2VjcmV0LWtleS1vZi1hbm4tYW5kLW5vYm9keQ==\n"),
        ("putty.txt", "PuTTY-User-Key-File-2: ssh-rsa\n"),
    ],
)
def test_settings_with_a_password_are_withheld(path: str, text: str) -> None:
    assert reason(path, text)


@pytest.mark.parametrize("copy", ["~", ".bak", ".old", ".orig", ".backup"])
def test_a_copy_of_what_is_withheld_is_withheld(copy: str) -> None:
    for path in (".netrc", "credentials.json", "id_rsa", ".pypirc", ".aws/credentials", "terraform.tfstate"):
        assert reason(path + copy), path + copy
    assert reason(f"notes.txt{copy}", "words\n") == ""


def test_the_setting_adds_to_the_list_and_takes_from_it() -> None:
    assert reason("a/b.txt", "", "*.txt") == "a pattern of kwdocs_withhold matches it"
    assert reason("a/b.txt", "", "*.txt", "!/a/*") == ""
    assert reason(".env", "", "!.env") == ""
    assert reason("sub/.env", "", "!/.env") != ""
    assert reason("tests/key.pem", KEY, "!/tests/") == ""
    assert reason("key.pem", KEY, "!/tests/") == "it looks like a private key"


def test_a_key_in_another_encoding_is_withheld(tmp_path: Path) -> None:
    (tmp_path / "a.pem").write_bytes(KEY.encode("utf-16"))
    (found,) = scan(tmp_path, [Listed("a.pem")], Config())
    assert (found.source.kind, found.source.digest, found.text) == ("withheld", "", "")


def test_the_rules_take_time_in_proportion_to_the_text() -> None:
    pieces = [
        "-----BEGIN ",
        "PRIVATE KEY",
        "A" * 39,
        "AKIA",
        "xoxb-1",
        "sk_live_",
        "ghp_a",
        "://a:",
        "hooks.slack.com/services/T",
    ]
    for piece in pieces:
        times = []
        for size in (20_000, 80_000):
            text = "-----BEGIN PRIVATE KEY-----" + piece * (size // len(piece))
            start = time.process_time()
            reason("a.yml", text)
            reason("pip.conf", text)
            times.append(time.process_time() - start)
        assert times[1] < 16 * times[0] + 0.2, piece


def test_hardly_any_file_of_the_standard_library_is_withheld() -> None:
    root = Path(sysconfig.get_path("stdlib"))
    paths = [path for path in root.rglob("*.py") if "site-packages" not in path.parts and "certdata" not in path.parts]
    assert len(paths) > 500
    withheld = [path for path in paths if reason(path.name, path.read_text("utf-8", "replace"))]
    assert withheld == []


WORD = "zq9Xw7Vb5Nn3"
FILES = {
    "app.py": "from settings_local import PASSWORD_ZQ\nprint(PASSWORD_ZQ)\n",
    "settings_local.py": f'"""Words about {WORD}."""\nPASSWORD_ZQ = "{WORD}"\n',
    ".env": f"API_KEY_ZQ={WORD}\n",
    "notes.md": f"# Notes {WORD}\n\nThe word {WORD} and `{WORD}` again, {WORD}.\n",
}


def places_of(word: str, *folders: Path) -> list[str]:
    return [
        path.relative_to(folder).as_posix()
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.is_file() and word.encode() in path.read_bytes()
    ]


def text_of(built: Built, name: str) -> str:
    page = html.parse(built.out / "kwdocs" / f"{name}.html")
    return " ".join(" ".join(page.xpath("//div[@class='kwdocs']//text()")).split())


@pytest.mark.build
def test_a_withheld_file_has_a_page_and_nothing_of_it_is_anywhere(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", FILES)
    built = build(root / "docs", tmp_path / "out", kwdocs_withhold=["/settings_local.py", "notes.md"])
    assert built.warnings == ""
    assert "3 files are withheld" in built.status
    assert places_of(WORD, tmp_path / "out") == []
    assert places_of("API_KEY_ZQ", tmp_path / "out") == []
    said = text_of(built, "settings_local.py_docs")
    assert "This file is withheld" in said
    assert "a pattern of kwdocs_withhold matches it" in said
    assert "it looks like a file of environment variables" in text_of(built, "diagnostics")
    assert not (built.out / "kwdocs" / "notes.md_kw.html").exists()
    assert crawl(built.out).broken == []


@pytest.mark.build
@pytest.mark.parametrize("edits", [False, True])
@pytest.mark.parametrize("shared", [False, True])
def test_a_file_that_becomes_withheld_leaves_nothing_behind(tmp_path: Path, *, shared: bool, edits: bool) -> None:
    root = repository(tmp_path / "repo", FILES)
    settings: dict[str, Any] = {"kwdocs_cache": str(tmp_path / "cache")} if shared else {}
    shown = {**settings, "kwdocs_withhold": ["!*"]}
    build(root / "docs", tmp_path / "out", **shown)
    assert places_of(WORD, tmp_path / "out")
    if edits:
        # What an older state of the file said is in the store too.
        write(root, {"notes.md": "# Notes\n\nNothing any more.\n"})
        build(root / "docs", tmp_path / "out", **shown)
        write(root, {"notes.md": FILES["notes.md"].replace("again", "anew")})
    built = build(root / "docs", tmp_path / "out", **settings, kwdocs_withhold=["/settings_local.py", "notes.md"])
    folders = [tmp_path / "out", *([tmp_path / "cache"] if shared else [])]
    for word in (WORD, WORD.lower(), "API_KEY_ZQ"):
        assert places_of(word, *folders) == []
    clean = build(root / "docs", tmp_path / "clean", kwdocs_withhold=["/settings_local.py", "notes.md"])
    names = [path.relative_to(clean.out) for path in clean.out.rglob("*.html")]
    assert [name for name in names if (built.out / name).read_bytes() != (clean.out / name).read_bytes()] == []


@pytest.mark.build
def test_a_file_that_begins_to_look_like_a_key_is_withheld_in_the_next_build(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.yml": f"word: {WORD}\n"})
    build(root / "docs", tmp_path / "out")
    write(root, {"a.yml": f"word: {WORD}\nkey: |\n{KEY}"})
    built = build(root / "docs", tmp_path / "out")
    assert "This file is withheld" in text_of(built, "a.yml_docs")
    assert places_of(WORD, tmp_path / "out") == []


@pytest.mark.build
def test_a_part_of_a_document_cannot_show_a_withheld_file(tmp_path: Path) -> None:
    index = "Tiny\n====\n\n.. kw:source:: .env\n\n:kw:file:`.env#L1` and :kw:file:`.env`\n\n.. kw:index::\n"
    root = repository(tmp_path / "repo", {".env": f"API_KEY_ZQ={WORD}\n", "docs/index.rst": index})
    built = build(root / "docs", tmp_path / "out")
    assert "kwdocs.file" in built.warnings
    assert places_of(WORD, tmp_path / "out") == places_of("API_KEY_ZQ", tmp_path / "out") == []


def test_json_lines_say_withheld_and_no_more(tmp_path: Path) -> None:
    write(tmp_path, {".env": f"API_KEY_ZQ={WORD}\n"})
    (line,) = json_lines(build_index(tmp_path, Config()))
    record = json.loads(line)
    assert (record["kind"], record["digest"], record["language"], record["lines"]) == ("withheld", None, None, 0)
    assert [item["code"] for item in record["diagnostics"]] == ["withheld"]
    assert "ZQ" not in line
    assert WORD not in line


@pytest.mark.build
def test_a_pattern_that_is_none_is_reported(tmp_path: Path) -> None:
    root = repository(tmp_path / "repo", {"a.py": "x = 1\n"})
    built = build(root / "docs", tmp_path / "out", kwdocs_withhold=["!"])
    assert "kwdocs_withhold has '!', which is not a gitignore pattern" in built.warnings
