"""The directives of authors: each leaves a place that is filled when the document is written, or declares keywords.

Options are checked here and not by the parser: so reStructuredText and Markdown say the same of a wrong one.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from sphinx_kwdocs.embeds import EMBEDS, EmbedOption, unknown_word
from sphinx_kwdocs.model.documents import Word
from sphinx_kwdocs.sphinx_ext.session import session_of
from sphinx_kwdocs.translation import _
from sphinx_kwdocs.wording import first_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sphinx.environment import BuildEnvironment

    from sphinx_kwdocs.embeds import Embed

LONGEST_ID = 60
"""Characters of a keyword that its place is named by."""


def take_declaration(env: BuildEnvironment, docname: str) -> bool:
    """Tell once whether an author declares keywords in a document that was just read."""
    documents = session_of(env).declaring
    is_declaring = docname in documents
    documents.discard(docname)
    return is_declaring


class kw_embed(nodes.General, nodes.Element):  # noqa: N801  docutils writes node classes in lower case
    """A place at which an author asks for a part of the index: attributes `directive`, `argument` and `options`."""


class _AnyOption(dict[str, "Callable[[str], Any]"]):
    """Names the options of a directive to tools that ask; takes any, so that a wrong one is explained by us."""

    def __missing__(self, name: str) -> Callable[[str], Any]:
        return directives.unchanged


class _AuthorDirective(SphinxDirective):
    """What the directives have in common: how their options and argument are checked."""

    optional_arguments = 1
    final_argument_whitespace = True
    author_options: ClassVar[tuple[EmbedOption, ...]] = ()

    def check_place(self) -> None:
        """Complain of a directive inside a line of text."""
        # The node that is being filled: a substitution's definition, or a paragraph of Markdown that uses one.
        if isinstance(getattr(self.state_machine, "node", None), nodes.TextElement):
            message = _(
                "{directive} makes paragraphs of its own, so it cannot stand in a line of text or a substitution"
            )
            raise self.error(message.format(directive=self.name))

    def checked_options(self) -> dict[str, Any]:
        """Return the values of the options that are given."""
        known = {option.name: option for option in self.author_options}
        values: dict[str, Any] = {}
        for name, text in self.options.items():
            if name not in known:
                message = _("{directive}: unknown option: {problem}")
                raise self.error(message.format(directive=self.name, problem=unknown_word(name, known)))
            try:
                values[name] = known[name].check(text)
            except ValueError as error:
                message = _('{directive}: option "{option}": {problem}')
                raise self.error(message.format(directive=self.name, option=name, problem=error)) from None
        return values

    def checked_argument(self) -> str:
        """Return the argument on one line."""
        return " ".join(" ".join(self.arguments).split())


class EmbedDirective(_AuthorDirective):
    """A directive that shows a part of the index; there is a class below it for each Embed."""

    embed: ClassVar[Embed]

    def run(self) -> list[nodes.Node]:
        """Leave a place, to be filled when the document is written."""
        self.check_place()
        options = self.checked_options()
        argument = self.checked_argument()
        if self.embed.is_required and not argument:
            message = _("{directive} needs an argument: {argument}")
            raise self.error(message.format(directive=self.name, argument=self.embed.argument))
        place = kw_embed(self.block_text, directive=self.embed.name, argument=argument, options=options)
        self.set_source_info(place)
        return [place]


def _words(text: str) -> tuple[str, ...]:
    """Part a text at semicolons; what looks like markup is taken as it is."""
    return tuple(dict.fromkeys(word for part in text.split(";") if (word := " ".join(part.split()))))


KEYWORD_OPTIONS = (
    EmbedOption(
        "aliases",
        _words,
        "words, separated by semicolons",
        "Other words for the keyword, under which the index has it too; only for one keyword at a time.",
        default=(),
    ),
    EmbedOption(
        "see",
        _words,
        "keywords or names of the repository, separated by semicolons",
        "What a reader may want to look up besides.",
        default=(),
    ),
)
"""The options of `kw:keyword`; the reference page is made from this."""


class KeywordDirective(_AuthorDirective):
    """Declares keywords at a place of a document, which enter the index beside the names of the repository."""

    has_content = True
    option_spec = _AnyOption({option.name: directives.unchanged for option in KEYWORD_OPTIONS})
    author_options = KEYWORD_OPTIONS

    def run(self) -> list[nodes.Node]:
        """Leave a target with the keywords, and below it what is said about them."""
        self.check_place()
        options = self.checked_options()
        texts = _words(self.checked_argument())
        if not texts:
            message = _("{directive} needs an argument: the keyword, or several separated by semicolons")
            raise self.error(message.format(directive=self.name))
        aliases = options.get("aliases", ())
        if aliases and len(texts) > 1:
            message = _('{directive}: option "aliases" needs a single keyword, but there are {number}')
            raise self.error(message.format(directive=self.name, number=len(texts)))
        said = self.parse_content_to_nodes() if self.content else []
        target = nodes.target("", "", ids=list(self._new_ids(texts)))
        self.set_source_info(target)
        self.state.document.note_explicit_target(target)
        summary = _summary(said)
        target["kw_words"] = [
            Word("concept", text, anchor, 0, aliases, options.get("see", ()), summary)
            for text, anchor in zip(texts, target["ids"], strict=True)
        ]
        session_of(self.env).declaring.add(self.env.docname)
        return [target, *said]

    def _new_ids(self, texts: Iterable[str]) -> Iterable[str]:
        """Yield a name for the place of each keyword that nothing in the document has yet."""
        taken = set(self.state.document.ids)
        for text in texts:
            wanted = name = f"kw-{_slug(text)}"
            number = 1
            while name in taken:
                number += 1
                name = f"{wanted}-{number}"
            taken.add(name)
            yield name


def _slug(text: str) -> str:
    """Return a part of an id that says what the keyword is; a checksum if it cannot be written in ASCII letters."""
    slug = nodes.make_id(text)[:LONGEST_ID].strip("-") if text.isascii() else ""
    return slug or blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def _summary(said: Iterable[nodes.Node]) -> str:
    """Return the first sentence of an explanation."""
    paragraph = next((node for node in said if isinstance(node, nodes.paragraph)), None)
    return first_sentence(paragraph.astext()) if paragraph is not None else ""


def _make(embed: Embed) -> type[SphinxDirective]:
    # A directive with an empty table of options would have them read as content.
    attributes = {
        "__doc__": embed.help,
        "embed": embed,
        "author_options": embed.options,
        "option_spec": _AnyOption({option.name: directives.unchanged for option in embed.options}),
    }
    return type(f"{embed.name.capitalize()}Directive", (EmbedDirective,), attributes)


@cache
def make_directives() -> Mapping[str, type[SphinxDirective]]:
    """Return every directive by its name behind `kw:`."""
    return {"keyword": KeywordDirective} | {embed.name: _make(embed) for embed in EMBEDS.values()}
