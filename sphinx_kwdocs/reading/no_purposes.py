"""What sentences look like that stand at the top of files and do not tell what the file is for, and those that do."""

from __future__ import annotations

import re

_FEWEST_LETTERS, _MOST_PATHS, _MOST_FIELDS = 0.6, 0.4, 3
_LONGEST_LIST, _FEWEST_FUNCTION_WORDS = 12, 0.05

_TO_BE_MINDED = (
    r"(?:todo|fixme|xxx|hack|bug|nb|note|notes|warning|caution|important|attention|tip|deprecated)\s*(?:\([^)]*\)\s*)?[:!]"
    r"|(?:todo|fixme|xxx)\b|deprecated (?:- |in |since )|(?:note|please|see|cf|refer)\b(?! how)"
    r"|(?:usage|example|examples|synopsis|prerequisites)\s*:"
    r"|(?:for|more) (?:more |further |full |additional )?(?:information|info|details?|help|documentation)\b"
    r"|(?:be careful|make sure|be sure|remember|keep in mind|feel free|do not|don't|never|let's|now you)\b"
    r"|(?:check out|have a look|take a look|follow the|click|choose one)\b"
    r"|.{0,200}\b(?:be careful|like so\b|should be (?:added|listed|placed|put|kept|named)\b)"
)
_WHERE_FROM = (
    r"(?:authors?|maintainers?|contact|e-?mail|date|created|version|revision|since|status|url|home-?page|credits?|name"
    r"|encoding|original author|release date|last (?:modified|updated|change))\s*[:=]|@author|\$\w+(?::[^$]*)?\$"
    r"|(?:created|written|contributed|maintained|authored|developed) (?:on|by|in)\b|generated (?:on|by|with|from)\b"
    r"|(?:was |is |this (?:file|code|module|header) (?:is|was) )?(?:largely |mostly |originally |heavily |partly )*"
    r"(?:adapted|copied|taken|derived|ported|borrowed|vendored|imported|forked|modified|inspired) (?:from|by|version)\b"
    r"|from \S+(?: \S+){0,4} as of\b"
)
_STATE = (
    r"(?:(?:this|the) )?(?:(?:api|file|header|module|code|package|feature|class|interface)s? )?(?:is |are )?"
    r"(?:currently |still |considered |strictly )*(?:an? )?(?:highly )?"
    r"(?:experimental|unstable|deprecated|private|internal|public|work in progress|wip|prototype|alpha|beta)"
    r"(?: (?:api|header|file|module|code|feature|use only|only))*(?:[,;] (?:not|do not|don't|use|will|may)\b.*)?[.!]?$"
    r"|(?:api|this) (?:is|are) experimental\b|(?:not )?thread[- ]?safe\b|not (?:yet|used|needed|for|intended|part)\b"
    r"|only (?:relevant|needed|used|useful|works?|supported|available|for|if|when|on)\b"
    r"|(?:this is|these are|it is) "
    r"(?:impossible|ugly|hard|horrible|a hack|hacky|not|only|just|necessary|required|needed)\b"
    r"|(?:works?|tested|requires?|needs) (?:on|with|only|at least|in)\b"
)
_TO_ITS_READER = (
    r"(?:you|if|yes|no|unless|assuming|when you|once you|before you|after you)\b(?!-)"
    r"|to [a-z]+\b|in order to\b|I(?:['\u2019]\w+)? "
    r"|(?:once done|this (?:module|script|file) )?(?:this )?(?:will )?(?:sets?|defines?) the following\b"
    r"|(?:to use|to run|run|invoke|call|execute)\b(?=.{0,40}:)"
    r"|(?:thanks?|thank you|hi|hello|hey|dear|congratulations|first off|first of all|welcome|great|so you|want to"
    r"|interested in|looking for|we(?:['\u2019]re| are|['\u2019]d)? (?:(?:very|always|so|really) )*"
    r"(?:open to|glad|happy|excited|grateful|pleased|love|welcome|appreciate|thrilled|delighted))\b"
    r"|it(?:['\u2019]s| is) (?:great|awesome|nice)\b"
    r"|(?:all |any |your )?(?:contributions?|pull requests?|patches|help) (?:is|are)\b"
    r"|(?:describe|enter|insert|fill in|replace|delete|remove|put|write|paste|provide) "
    r"(?:your|this|these|here|the issue|a clear)\b"
)
_OF_CODE_BELOW = (
    r"(?:(?:module|external|third[- ]party|standard|local|node) )?(?:dependencies|imports|includes|requires|exports"
    r"|prototypes?|constants|globals|variables)\b[.:]?(?: @\w+)*$|module dependencies\b|the following\b"
    r"|this workflow uses actions\b"
)
_MIDDLE = (
    r"(?:and|or|but|nor|which|then|because|since|e\.g|i\.e|etc)\b[ .,]|[\[{<=|@$%&;,)}\]]|--|\([^)]*\)[.:]?$"
    r"|#\s"
)
IS_NO_PURPOSE = re.compile(
    f"{_TO_BE_MINDED}|{_WHERE_FROM}|{_STATE}|{_TO_ITS_READER}|{_OF_CODE_BELOW}|{_MIDDLE}", re.IGNORECASE
)
"""Opens what is to be done or minded, says where a file comes from or in which state it is, or speaks to its reader."""

IS_REMARK = re.compile(
    r"\bis (?:(?:very|quite|often|usually|really) )?(?:hard|difficult|easy|challenging|painful|tricky)[.,;]",
    re.IGNORECASE,
)
"""Leads up to what a text is about."""

_ITSELF = (
    r"(?:page|post|article|document|guide|tutorial|chapter|section|module|file|folder|directory|reference|manual|faq"
    r"|cookbook)"
)
_TELLS = (
    r"(?:describ|explain|contain|show|list|giv|provid|cover|document|introduc|defin|implement|collect|discuss|outlin"
    r"|summari[sz]|present|demonstrat|walk|detail|compar|highlight|includ|serv|explor|gather|specif|offer|hold|aim)"
)
IS_ABOUT_ITSELF = re.compile(
    rf"(?:the following |in )?this (?:\w+ ){{0,2}}{_ITSELF}\b,? "
    r"(?:(?:we|you|will|briefly|also|I)(?:['\u2019]ll)? ){0,3}"
    rf"(?:{_TELLS}\w*\s|is (?:an?|the|about|for|intended|meant)\b)"
    r"|(?:below|here) (?:is|are) (?:an?|the|our)\b(?! few)",
    re.IGNORECASE,
)
"""Says of the page on which it stands what that holds."""
POINTS_BACK = re.compile(r"(?<=\W)(?:these|those|them|such|this)\b", re.IGNORECASE)
"""Stands in a sentence that needs the one before it."""

DESCRIBES = re.compile(
    r"(?:this|these) (?:"
    r"(?:\w+ )?(?:module|file|package|script|class|crate|library|program|tool|header|test|example)s?\b"
    r"|is an?\b|are (?!not|only|just)|(?!was\b|has\b|does\b|is\b)[a-z]+s\b)"
    r"|(?:an?|various|all|some|several|simple|generic|common) "
    r"|the (?:\w+ ){0,2}(?:module|file|package|script|class|crate|library|program|tool)s?\b"
    r"|[A-Z][a-z]+(?:s|ing)\b(?! (?:is|are|should|must|may)\b)",
    re.IGNORECASE,
)
"""Opens with what a file does or holds."""

GOES_ON = re.compile(
    r"(?:it|its|they|these|those|however|also|otherwise|therefore|moreover|furthermore|thus|hence|so|then|instead"
    r"|in particular|for example|for instance|in addition|additionally|by default|here(?! (?:is|are)\b))\b",
    re.IGNORECASE,
)
"""Opens a sentence that goes on with the one before it."""

_PATH_LIKE = re.compile(r"[\w.~*-]*(?:[/\\]|\w_\w|\.[^\W\d])\S*|[\[\]{}<>=|&;]+|\S*=\S*")
_FIELD = re.compile(r"(?:^|\s)[A-Z][\w-]*: ")
_FUNCTION_WORDS_TEXT = "a an and are as at by for from in is it of on or that the this to with"
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())
_READING = re.compile(r"(?:includ|import|load|link)(?:e|ed|es|ing)?|header", re.IGNORECASE)
_ORDER = frozenset({"before", "after", "first", "last", "order"})
_CODE = re.compile(
    r"(?:from \S+ )?import [\w.]+(?:$|,| as | from | import )"
    r"|[\w.]+\([^)]*\);?$|[\w.\[\]\"'-]+ *=(?!=)|.*[;{}]$|#\s*(?:define|include|if|pragma)\b"
)


def is_about_order(words: list[str]) -> bool:
    """Say whether a sentence tells in which order files are to be included or imported."""
    low = list(map(str.lower, words))
    return not _ORDER.isdisjoint(low) and any(map(_READING.fullmatch, low))


def is_no_prose(sentence: str) -> bool:
    """Say whether it is art, code, or a list of files or fields."""
    letters = sum(map(str.isalpha, sentence)) + sentence.count(" ")
    if letters < _FEWEST_LETTERS * len(sentence) or _CODE.match(sentence):
        return True
    parts = sentence.split()
    if len(parts) > _LONGEST_LIST and sentence.isascii():
        functional = sum(part.lower() in _FUNCTION_WORDS for part in parts)
        if functional < _FEWEST_FUNCTION_WORDS * len(parts):
            return True
    listed = sum(_PATH_LIKE.fullmatch(part.rstrip(".,:")) is not None for part in parts)
    return listed > max(1, _MOST_PATHS * len(parts)) or len(_FIELD.findall(sentence)) >= _MOST_FIELDS
