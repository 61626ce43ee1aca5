"""Writes the parts of an address so that no theme, browser, server or file system takes them for something else.

What would be dangerous or lost is written with `~`: `~27` for a byte, and a `~` by itself before a full stop or at the
end of a part where it only keeps the part from being a special one. Different paths are always written differently.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Signs that end an attribute or a string of a script, or mean something in a URL, HTML or a name on Windows; control
# characters, those that change the direction of a text, invisible ones, and what is no character. The joiners of emoji
# and of some scripts stay. By ranges, so that an address is the same under every version of Unicode.
_UNSAFE_CLASS = (
    "\\x00-\\x1f\"#$%&'*:;<=>?\\\\`|\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff\\U000e0000-\\U000e007f"
)
_UNSAFE = re.compile(f"[{_UNSAFE_CLASS}]")
_MARK_LIKE = re.compile(r"~(?=[0-9a-fA-F]{2}|\.|$)")
_DEVICE = r"(?:con|prn|aux|nul|com[0-9\xb9\xb2\xb3]|lpt[0-9\xb9\xb2\xb3]) *(?=\.|$)"
"""Names that Windows takes for devices, whatever follows their first full stop; `conin$` has a sign that is escaped."""
_DEVICE_NAME = re.compile(_DEVICE, re.IGNORECASE)
_STRANGE = re.compile(rf"[~{_UNSAFE_CLASS}]|(?:^|/)(?:\.|{_DEVICE.replace('$', '$|/')})|[. ]/", re.IGNORECASE)
_WRITTEN_SUFFIXES = (".html", ".htm", ".xhtml", ".js")
"""A folder with one of these could not stand beside the page of that name."""


def safe_address(address: str) -> str:
    """Write an address safely: folders, and behind the last slash the name of a page without its suffix."""
    if not _STRANGE.search(address):
        return address
    *folders, page = address.split("/")
    return "/".join((*map(_safe_folder, folders), _safe_name(page)))


def end_mark(folder: str) -> str:
    """Return what has to stand behind a folder that is written already; Windows drops dots and blanks at the end."""
    return "~" if folder.endswith((".", " ")) or folder.casefold().endswith(_WRITTEN_SUFFIXES) else ""


@lru_cache(maxsize=1_000)
def _safe_folder(folder: str) -> str:
    return _safe_name(folder)


def _safe_name(name: str) -> str:
    name = _MARK_LIKE.sub("~7e", name)
    device = _DEVICE_NAME.match(name)
    if device:
        name = f"{name[: device.end()]}~{name[device.end() :]}"
    name = _UNSAFE.sub(_escape, name)
    # Hosts leave out what begins with a dot.
    return f"dot~{name}" if name.startswith(".") else name


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    try:
        data = character.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = character.encode("utf-8", "surrogatepass")
    return "".join(f"~{byte:02x}" for byte in data)
