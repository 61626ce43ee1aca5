"""Decides which files are not shown because they look like keys, passwords or tokens, by their names and texts."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sphinx_kwdocs.reading.gitignore import compile_patterns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pathspec import GitIgnoreSpec


class SecretName(NamedTuple):
    """Files that are withheld by their names alone."""

    what: str
    """What such a file is, completing "it looks like …"."""
    pattern: str
    """The end of the path, from the beginning of a name, in small letters."""
    examples: tuple[str, ...]
    """Paths that it is about, for the reference page; all of them are withheld."""
    others: tuple[str, ...] = ()
    """Paths that look similar, and are not withheld by their names."""


_SAMPLE = r"(?:ex(?:a|e)mples?|samples?|templates?|tmpl|tpl|dist|defaults?|schema|j2|jinja2?)"

SECRET_NAMES = (
    SecretName(
        "a file of environment variables",
        rf"\.env(?:rc)?(?![^/]*\b{_SAMPLE}\b)(?:[._~-][^/]*)?|(?![^/]*\b{_SAMPLE}\b)[^/]+\.env",
        (".env", ".env.local", ".env~", ".envrc", "prod.env"),
        (".env.example", ".env.sample", ".env.template", ".env.dist", "example.env", "app.env.py"),
    ),
    SecretName(
        "a private key of SSH",
        r"(?:[^/]*[._-])?id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.(?:bak|old|orig|key|pem|ppk))?|[^/]+\.ppk",
        ("id_rsa", "id_ed25519", "deploy_id_rsa", "server.ppk"),
        ("id_rsa.pub", "test_id_rsa.py"),
    ),
    SecretName(
        "a store of keys or passwords",
        r"[^/]+\.(?:p12|pfx|jks|keystore|bks|kdbx?|keychain(?:-db)?|keytab)|secring\.(?:gpg|pgp|skr)",
        ("server.p12", "release.keystore", "passwords.kdbx", "secring.gpg"),
    ),
    SecretName(
        "a file of passwords or tokens",
        r"(?:\.netrc|_netrc|\.pgpass|pgpass\.conf|\.htpasswd|\.pypirc|\.git-credentials|\.s3cfg|\.boto|\.dockercfg"
        r"|\.vault[-_](?:token|pass(?:word)?)(?:\.txt)?|\.my\.cnf|\.mylogin\.cnf)",
        (".netrc", ".pgpass", ".htpasswd", ".pypirc", ".git-credentials", ".vault_pass"),
    ),
    SecretName(
        "a file of credentials",
        r"credentials\.json|client_secrets?[^/]*\.json|\.(?:aws|gem)/credentials|\.cargo/credentials(?:\.toml)?"
        r"|application_default_credentials\.json|\.kube/config|(?:[^/]*\.)?kubeconfig|config/master\.key",
        ("credentials.json", "client_secret_1.json", ".aws/credentials", ".kube/config", "config/master.key"),
        ("credentials.py", "src/credentials.ts"),
    ),
    SecretName(
        "the state of an infrastructure, which holds passwords as plain text",
        r"[^/]+\.tfstate(?:\.[0-9]{1,20})?(?:\.backup)?",
        ("terraform.tfstate", "terraform.tfstate.1612345678.backup"),
    ),
    SecretName(
        "the history of a shell",
        r"\.(?:bash|zsh|sh|psql|mysql|sqlite|python|node_repl|rediscli)_history",
        (".bash_history",),
    ),
)  # fmt: skip
"""Every name that withholds a file; the reference page is made from this."""


class SecretText(NamedTuple):
    """Files that are withheld by what they say."""

    what: str
    """What is in such a file, completing "it looks like …"."""
    where: str
    """In which files this is looked for, for the reference page."""
    is_in: Callable[[str, str], bool]
    """Takes the path, in small letters, and the text."""


SETTINGS_SUFFIXES = (
    "json", "jsonc", "json5", "ndjson", "ipynb", "yml", "yaml", "toml", "ini", "cfg", "conf", "config", "properties",
    "xml", "plist", "env", "tf", "tfvars", "ovpn", "pem", "key", "crt", "cert", "cer", "p8", "asc", "gpg", "log",
    "credentials", "secret", "secrets", "bak",
)  # fmt: skip
"""Suffixes of settings and data: files that hold values and no program; those without a suffix count too."""
_SETTINGS = re.compile(rf"(?:^|/)(?:[^/]*\.(?:{'|'.join(SETTINGS_SUFFIXES)})|\.?[^/.]+)$")
_KEY_BLOCK = re.compile(r"-----? ?BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)? ?-----?")
# What stands in one: headers, then characters of which no example has so many in a row.
_KEY_CHARACTERS = re.compile(r"[A-Za-z0-9+/]{32}")
_BLOCK_HEAD = 10_000
"""Characters behind the beginning of a block in which its content begins."""
_INVISIBLE = "\ufeff\u200b \t\n"
"""What may stand before a block without anybody seeing it."""
_FEW_DIFFERENT = 10
"""A token with fewer different characters is a made-up one."""
_MADE_UP = re.compile(r"EXAMPLE|example|xxxx|XXXX|0000|1234567890|abcdef", re.ASCII)
_TOKENS = {
    **{f"gh{kind}_": rf"gh{kind}_[A-Za-z0-9]{{36}}(?![A-Za-z0-9])" for kind in "pousr"},
    "github_pat_": r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
    "glpat-": r"glpat-[A-Za-z0-9_-]{20}",
    "xox": r"xox[abeoprs]-[0-9]{8,14}-[A-Za-z0-9-]{10,200}",
    "hooks.slack.com/services/": r"hooks\.slack\.com/services/T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{24}",
    "k_live_": r"[rs]k_live_[A-Za-z0-9]{24,200}",
    "AIza": r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])",
    "npm_": r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])",
    "pypi-AgE": r"pypi-AgE[A-Za-z0-9_-]{50,400}",
    "sk-ant-": r"sk-ant-[a-z]{3}[0-9]{2}-[A-Za-z0-9_-]{40,200}",
    "sk-proj-": r"sk-proj-[A-Za-z0-9_-]{40,200}",
}
"""Tokens whose form cannot be mistaken, by what is looked for first; no expression takes longer than its text."""
_AWS_ID = re.compile(r"(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z2-7]{16}(?![A-Za-z0-9])")
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])")
_ONE_TOKEN = re.compile(r"\s*[A-Za-z0-9+/=_.:-]{16,600}\s*")
_PASSWORD_LINES = (
    (
        re.compile(r"(?:^|/)(?:\.npmrc|\.yarnrc)$"),
        re.compile(r"(?:_authToken|_auth|_password)\"?(?: *= *| +)[\"']?[^\s$\"'=]"),
    ),
    (re.compile(r"(?:^|/)\.yarnrc\.ya?ml$"), re.compile(r"(?:npmAuthToken|npmAuthIdent): *[\"']?[^\s$\"']")),
    (re.compile(r"(?:^|/)pip\.(?:conf|ini)$"), re.compile(r"://[^\s/:@]{1,200}:(?!\$\{?\w{1,100}\}?@)[^\s/@]{1,200}@")),
    (
        re.compile(r"(?:^|/)\.docker/config\.json$"),
        re.compile(r"\"(?:auth|identitytoken|registrytoken)\" *: *\"[A-Za-z0-9+/=._-]{8}"),
    ),
)


def _has_key(path: str, text: str) -> bool:
    if text.startswith("PuTTY-User-Key-File-"):
        return True
    # A program or a document with a key in it has one for tests, or shows how such a key looks.
    if "PRIVATE KEY" not in text or not (_SETTINGS.search(path) or text.lstrip(_INVISIBLE).startswith("-----BEGIN ")):
        return False
    starts = (match.end() for match in _KEY_BLOCK.finditer(text))
    return any(_KEY_CHARACTERS.search(text, start, start + _BLOCK_HEAD) for start in starts)


def _is_one_key(path: str, text: str) -> bool:
    return path.endswith(".key") and bool(_ONE_TOKEN.fullmatch(text))


def _has_password(path: str, text: str) -> bool:
    return any(name.search(path) and line.search(text) for name, line in _PASSWORD_LINES)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


def _has_token(path: str, text: str) -> bool:
    if not _SETTINGS.search(path):
        return False
    if any(map(_is_real, _tokens(text))):
        return True
    identity = _AWS_ID.search(text) if "AKIA" in text or "ASIA" in text else None
    return identity is not None and _is_real(identity[0]) and any(map(_is_real, _AWS_SECRET.findall(text)))


def _tokens(text: str) -> Iterator[str]:
    for beginning, pattern in _TOKENS.items():
        if beginning in text:
            yield from _compiled(pattern).findall(text)


def _is_real(token: str) -> bool:
    return len(set(token)) >= _FEW_DIFFERENT and not _MADE_UP.search(token)


SECRET_TEXTS = (
    SecretText(
        "a private key",
        "settings and data with a block `-----BEGIN … PRIVATE KEY-----` or `-----BEGIN PGP PRIVATE KEY BLOCK-----` "
        "that is not empty; any other file with one that begins with a block; keys of PuTTY",
        _has_key,
    ),
    SecretText("a key", "`*.key` with nothing but one long word", _is_one_key),
    SecretText(
        "settings with a password",
        "`.npmrc`, `.yarnrc`, `.yarnrc.yml`, `pip.conf`, `pip.ini` and `.docker/config.json`, unless it is a variable",
        _has_password,
    ),
    SecretText(
        "settings with a token",
        "settings and data with a token of AWS (an access key together with a secret one), GitHub, GitLab, Slack, "
        "Stripe, Google, npm, PyPI, Anthropic or OpenAI that is not evidently made up",
        _has_token,
    ),
)  # fmt: skip
"""Every text that withholds a file; the reference page is made from this."""

# A copy that an editor or a careful person leaves is as secret as the file.
_COPY = r"(?:~|\.(?:bak|backup|old|orig|save))?"
_BY_NAME = tuple((each.what, re.compile(rf"(?:^|/)(?:{each.pattern}){_COPY}$")) for each in SECRET_NAMES)
_ANY_NAME = re.compile("|".join(pattern.pattern for _what, pattern in _BY_NAME))


class Withholding:
    """Which files are withheld, with the patterns of a setting."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self._patterns: GitIgnoreSpec | None = compile_patterns(patterns, lambda _bad: None) if patterns else None

    def by_name(self, path: str) -> str:
        """Say why a file is withheld whatever it holds; empty if it is not."""
        wish = self._wish(path)
        if wish is not None:
            return "a pattern of kwdocs_withhold matches it" if wish else ""
        lowered = path.lower()
        if not _ANY_NAME.search(lowered):
            return ""
        return next(f"it looks like {what}" for what, pattern in _BY_NAME if pattern.search(lowered))

    def by_text(self, path: str, text: str) -> str:
        """Say why a file is withheld for its text; empty if it is not."""
        lowered = path.lower()
        for each in SECRET_TEXTS:
            if each.is_in(lowered, text):
                return "" if self._wish(path) is False else f"it looks like {each.what}"
        return ""

    def _wish(self, path: str) -> bool | None:
        """Return what the setting says of a file; None if it says nothing."""
        if self._patterns is None:
            return None
        return self._patterns.check_file(path.replace("\n", "\0")).include


@cache
def withholding(patterns: tuple[str, ...]) -> Withholding:
    """Return which files are withheld, given the patterns of the setting; those that are none have been reported."""
    return Withholding(patterns)
