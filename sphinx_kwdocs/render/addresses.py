"""Gives every page its address below the site's root: a public contract, one address a page, none twice."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING
from unicodedata import normalize

from sphinx_kwdocs.pages import PAGE_FORMS
from sphinx_kwdocs.render._safe_names import end_mark, safe_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sphinx_kwdocs.model.page import PageForm, PageKindName, Target

_MAY_NEED_MARK = re.compile(r"(?:\.x?html?|\.js|[. ])/", re.IGNORECASE)
MAX_COMPONENT = 240
"""Bytes of one part of an address: file systems allow 255, and a suffix such as `.html` follows."""
MAX_ADDRESS = 900
"""Bytes of a whole address: the smallest limit of a supported system is 1,024 for a path."""


def assign_addresses(
    keys: Iterable[Target], forms: Mapping[PageKindName, PageForm] = PAGE_FORMS
) -> Mapping[Target, str]:
    """Give each page an address; of two that would meet on some file system, the later one gets `~2`.

    Addresses meet when they differ only in case or in the form of letters with accents, and when a builder that makes
    a folder of every page would write `a` and `a/index` to the same file.
    """
    taken: set[str] = set()
    addresses: dict[Target, str] = {}
    for key in keys:
        wanted = address = _shorten(_plain_address(key, forms[key.kind]))
        number = 1
        while not taken.isdisjoint(clash := _files_of(address)):
            number += 1
            address = f"{wanted}~{number}"
        taken.update(clash)
        addresses[key] = address
    return addresses


def _plain_address(key: Target, form: PageForm) -> str:
    path = key.path
    name = f"{form.name}-{key.part + form.first_number}" if key.part else form.name
    if form.scope == "file":
        return safe_address(f"{path}_{name}")
    return safe_address(f"{path}/{name}") if form.scope == "folder" and path else name


def _files_of(address: str) -> tuple[str, str]:
    folded = address.casefold()
    if not folded.isascii():
        # Some systems do not tell a letter with an accent from a letter and an accent.
        folded = normalize("NFC", folded)
    return folded, "/" + folded.removesuffix("/index")


def _shorten(address: str) -> str:
    if len(address) <= MAX_COMPONENT and address.isascii() and not _MAY_NEED_MARK.search(address):
        return address
    *folders, name = map(_shorten_component, address.split("/"))
    parts = [part + end_mark(part) for part in folders]
    parts.append(name)
    address = "/".join(parts)
    if len(address.encode()) > MAX_ADDRESS:
        address = f"{parts[0]}/~{_hash(address)}/{parts[-1]}"
    return address


def _shorten_component(part: str) -> str:
    data = part.encode()
    if len(data) <= MAX_COMPONENT:
        return part
    head, tail = data[: MAX_COMPONENT - 40], data[-20:]
    return f"{head.decode(errors='ignore')}~{_hash(part)}{tail.decode(errors='ignore')}"


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
