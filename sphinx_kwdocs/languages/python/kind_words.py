"""The kinds of what Python files define, with the words a reader sees for them."""

from __future__ import annotations

from sphinx_kwdocs.model.plugin_records import Kind
from sphinx_kwdocs.translation import N_, NN_

KINDS = (
    Kind(
        "class",
        N_("class"),
        N_("Classes"),
        "Python: a `class` statement.",
        css_class="nc",
        counted=NN_("{number} class", "{number} classes"),
        order=10,
    ),
    Kind(
        "function",
        N_("function"),
        N_("Functions"),
        "Python: a `def` or `async def` outside of a class body, also inside another function.",
        css_class="nf",
        counted=NN_("{number} function", "{number} functions"),
        order=20,
    ),
    Kind(
        "method",
        N_("method"),
        N_("Methods"),
        "Python: a `def` or `async def` in a class body that is not a property.",
        css_class="nf",
        counted=NN_("{number} method", "{number} methods"),
        order=30,
    ),
    Kind(
        "property",
        N_("property"),
        N_("Properties"),
        "Python: a method under `property`, `cached_property` or the like, or under the `setter` of one.",
        css_class="nf",
        counted=NN_("{number} property", "{number} properties"),
        order=40,
    ),
    Kind(
        "field",
        N_("field"),
        N_("Fields"),
        "Python: an annotated name in a dataclass, named tuple, typed dictionary, attrs class or `BaseModel`.",
        css_class="nv",
        counted=NN_("{number} field", "{number} fields"),
        order=50,
    ),
    Kind(
        "attribute",
        N_("attribute"),
        N_("Attributes"),
        "Python: any other name assigned in a class body, or by a method to an attribute of `self` or `cls`.",
        css_class="nv",
        counted=NN_("{number} attribute", "{number} attributes"),
        order=60,
    ),
    Kind(
        "enum-member",
        N_("enum member"),
        N_("Enum members"),
        "Python: a name assigned without annotation in the body of an enum.",
        css_class="no",
        counted=NN_("{number} enum member", "{number} enum members"),
        order=70,
    ),
    Kind(
        "constant",
        N_("constant"),
        N_("Constants"),
        "Python: a name in capitals assigned in a module or a class.",
        css_class="no",
        counted=NN_("{number} constant", "{number} constants"),
        order=80,
    ),
    Kind(
        "variable",
        N_("variable"),
        N_("Variables"),
        "Python: any other name assigned in a module.",
        css_class="nv",
        counted=NN_("{number} variable", "{number} variables"),
        order=90,
    ),
    Kind(
        "type-alias",
        N_("type alias"),
        N_("Type aliases"),
        "Python: a `type` statement, or a name annotated as `TypeAlias`.",
        css_class="nc",
        counted=NN_("{number} type alias", "{number} type aliases"),
        order=100,
    ),
    Kind(
        "type-parameter",
        N_("type parameter"),
        N_("Type parameters"),
        "Python: a parameter in square brackets behind a name, or a `TypeVar`, `ParamSpec` or `TypeVarTuple`.",
        css_class="nc",
        counted=NN_("{number} type parameter", "{number} type parameters"),
        order=110,
    ),
)
"""In the order in which groups appear on a page."""
