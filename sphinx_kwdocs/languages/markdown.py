"""Markdown in MyST's dialect: its sections, links, code and terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_kwdocs.languages._section_kind import KINDS
from sphinx_kwdocs.model.plugin_records import Language, TokenRules

if TYPE_CHECKING:
    from sphinx_kwdocs.model.facts import FileFacts


def extract(path: str, text: str) -> FileFacts:
    """Return what a Markdown file says."""
    # Its parser takes long to load, and is not needed where there is no such file or its facts are known.
    from sphinx_kwdocs.languages._prose.markdown_blocks import extract_markdown

    return extract_markdown(path, text)


LANGUAGE = Language(
    "markdown",
    "Markdown document",
    ("*.md", "*.markdown", "*.mdown", "*.mkd", "*.mdx"),
    3,
    extract,
    tokens=TokenRules(
        specials=(
            (r"<!--(?:[^-]|-(?!->))*(?:-->)?", "c"),
            (r"(?m:^%[^\n]*$)", "c"),
            (r"(?m:^ {0,3}```[^`\n]*\n(?:(?! {0,3}```)[^\n]*\n)*(?: {0,3}`{3,}[ \t]*$)?)", "sb"),
            (r"(?m:^ {0,3}~~~[^\n]*\n(?:(?! {0,3}~~~)[^\n]*\n)*(?: {0,3}~{3,}[ \t]*$)?)", "sb"),
            (r"(?m:^[ \t]*:{3,}[^\n]*$)", "k"),
            (r"(?m:^ {0,3}#{1,6}(?=[ \t]|$)[^\n]*$)", "gh"),
            (r"(?m:^(?![ \t>#*+|`-])[^\n]+\n(?:={2,}|-{2,})[ \t]*$)", "gh"),
            (r"(?m:^\([^()\n]+\)=[ \t]*$)", "nl"),
            (r"\{[\w:+.-]{1,80}\}(?=`)", "k"),
            (r"``[^`\n](?:[^`\n]|`(?!`)){0,1000}``(?!`)", "nb"),
            (r"(?<!`)`[^`\n]{1,1000}`(?!`)", "nb"),
            (r"!?\[[^\[\]\n]{1,1000}\]\([^()\s]{0,1000}(?:[ \t]+\"[^\"\n]{0,500}\")?\)", "nt"),
            (r"<?https?://[^\s<>\"')\]]{1,2000}>?", "nt"),
            (r"(?m:^ {0,3}\[[^\[\]\n]{1,300}\]:[^\n]*$)", "nt"),
            (r"\*\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*\*", "gs"),
            (r"(?<![\w*])\*[^\s*](?:[^*\n]{0,500}[^\s*])?\*(?![\w*])", "ge"),
        ),
        comments=(),
    ),
    pygments="markdown",
    is_prose=True,
    kinds=KINDS,
    reads="headings, terms",
)
