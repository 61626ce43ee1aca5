"""Prints how many results Sphinx's own search has for words of a built site, and how many of them are pages of ours.

Runs the site's `searchtools.js` in Node.js, which has to be installed, without a browser.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

SCRIPT = """
const fs = require("fs"), vm = require("vm"), [out, ...words] = process.argv.slice(1);
const element = {children: [], dataset: {content_root: ""}, querySelectorAll: () => []};
const context = vm.createContext({
  document: {getElementById: () => element, documentElement: element, addEventListener() {}},
  DOCUMENTATION_OPTIONS: {}, _ready() {}, _: (text) => text, SPHINX_HIGHLIGHT_ENABLED: false, console,
});
const run = (name) => vm.runInContext(fs.readFileSync(`${out}/${name}`, "utf8"), context);
context.window = context;
run("_static/language_data.js");
run("_static/searchtools.js");
vm.runInContext("globalThis.Search = Search; Search.hasIndex = () => true; Search._queued_query = null;", context);
run("searchindex.js");
const found = vm.runInContext("(words) => words.map((word) => Search._performSearch(...Search._parseQuery(word)))",
  context)(words);
console.log(JSON.stringify(found.map((results) => results.map((result) => result.slice(0, 4)))));
"""


def main() -> None:
    """Search and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, help="the output folder of a build")
    parser.add_argument("words", nargs="+", help="what a reader looks for")
    parser.add_argument("--root", default="kwdocs", help="the value of kwdocs_root")
    parser.add_argument("--list", action="store_true", help="also print what of ours was found")
    given = parser.parse_args()
    command = ["node", "-e", SCRIPT, str(given.site.resolve()), *given.words]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print("| word | results | of these ours |")
    print("|---|---:|---:|")
    for word, results in zip(given.words, found, strict=True):
        ours = [result for result in results if result[0].startswith(f"{given.root}/")]
        print(f"| {word} | {len(results)} | {len(ours)} |")
        if given.list:
            print(*(f"    {' '.join(map(str, result))}" for result in ours), sep="\n")


if __name__ == "__main__":
    main()
