"""The field that finds symbols, in a browser, from `file://`; where there is no browser, these tests are skipped."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from builds import Built, build, repository

if TYPE_CHECKING:
    from pathlib import Path

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
TYPE = """<script>
window.addEventListener("load", function () {{
  var field = document.querySelector(".kw-find input");
  field.focus();
  setTimeout(function () {{
    field.value = {text!r};
    field.dispatchEvent(new Event("input"));
  }}, 500);
}});
</script></body>"""
FORMS = """from typing import overload
@overload
def formed(x: int) -> int: ...
@overload
def formed(x: str) -> str: ...
def formed(x):
    return x
"""
FILES = {
    "guide.md": "# Cart\n\n## Cart of all\n\nText.\n",
    "shop/many_forms.py": FORMS,
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 0\n\n\ndef total_of(carts):\n    return 0\n",
    "shop/odd name.py": "def straße():\n    return 0\n",
    "shop/many.py": "".join(f"def made_{number}():\n    return {number}\n" for number in range(3000)),
}

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("finder")
    return build(repository(folder / "repo", FILES) / "docs", folder / "out")


def found(site: Built, page: str, text: str, folder: Path) -> list[tuple[str, str]]:
    """Type into the field of a page; return the names that are offered, each with where its link leads."""
    typed = site.out / page.replace(".html", "-typed.html")
    typed.write_text(site.html(page).replace("</body>", TYPE.format(text=text)), encoding="utf-8")
    command = [
        str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
        "--disable-background-networking", "--disable-component-update", "--virtual-time-budget=4000",
        f"--user-data-dir={folder}", "--dump-dom", typed.as_uri(),
    ]  # fmt: skip
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    [listed] = re.findall(r'<ul class="kw-found".*?</ul>', shown, re.DOTALL)
    return re.findall(r'<a href="([^"]*)"><bdi><code>(.*?)</code>', listed)


@pytest.mark.parametrize("page", ["kwdocs/index.html", "kwdocs/shop/cart.py_kw.html"])
def test_names_that_begin_with_what_is_typed_are_offered_and_lead_to_their_definitions(
    page: str, site: Built, tmp_path: Path
) -> None:
    offered = {name: url for url, name in found(site, page, "tot", tmp_path)}
    assert set(offered) == {"total_of", "Cart.total"}
    url, _, anchor = offered["Cart.total"].partition("#")
    target = site.out / "kwdocs" / url.rpartition("/kwdocs/")[2]
    assert f'id="{anchor}"' in target.read_text(encoding="utf-8")


def test_a_dotted_name_is_found_by_its_end(site: Built, tmp_path: Path) -> None:
    assert [name for _, name in found(site, "kwdocs/index.html", "cart.total", tmp_path)] == ["Cart.total"]


def test_names_and_paths_that_need_quoting_are_found(site: Built, tmp_path: Path) -> None:
    [(url, name)] = found(site, "kwdocs/index.html", "stra", tmp_path)
    assert name == "straße"
    assert "odd%20name.py" in url


def test_among_thousands_of_alike_names_the_one_that_is_meant_is_found(site: Built, tmp_path: Path) -> None:
    assert "made_2777" in [name for _, name in found(site, "kwdocs/index.html", "made_2777", tmp_path)]


def test_what_is_typed_as_a_whole_comes_first_and_code_before_headings(site: Built, tmp_path: Path) -> None:
    offered = found(site, "kwdocs/index.html", "cart", tmp_path)
    assert len(offered) > 2
    assert offered[0][0].endswith("cart.py_kw.html#Cart")


def test_definitions_that_repeat_a_name_are_offered_by_that_name(site: Built, tmp_path: Path) -> None:
    offered = found(site, "kwdocs/index.html", "formed", tmp_path)
    assert [name for _, name in offered] == ["formed"] * 3
    assert len({url for url, _ in offered}) == 3
