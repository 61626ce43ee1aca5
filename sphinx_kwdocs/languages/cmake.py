"""CMake: its identifiers."""

from sphinx_kwdocs.languages._tokens import token_language
from sphinx_kwdocs.languages._tokens.patterns import HASH_COMMENT
from sphinx_kwdocs.languages._tokens.shell_family import DEFINITION, WORD
from sphinx_kwdocs.model.plugin_records import TokenRules

_CONTROL = (
    "if elseif else endif foreach endforeach while endwhile function endfunction macro endmacro return break continue "
    "block endblock include"
)
_COMMANDS = (
    "add_compile_definitions add_compile_options add_custom_command add_custom_target add_definitions "
    "add_dependencies add_executable add_library add_link_options add_subdirectory add_test cmake_minimum_required "
    "cmake_parse_arguments cmake_policy configure_file enable_language enable_testing execute_process export file "
    "find_file find_library find_package find_path find_program get_cmake_property get_directory_property "
    "get_filename_component get_property get_target_property include_directories include_guard install "
    "link_directories link_libraries list mark_as_advanced math message option project separate_arguments set "
    "set_directory_properties set_property set_source_files_properties set_target_properties set_tests_properties "
    "source_group string target_compile_definitions target_compile_features target_compile_options "
    "target_include_directories target_link_directories target_link_libraries target_link_options target_sources "
    "unset variable_watch"
)
_OPERATORS = "AND OR NOT DEFINED EXISTS MATCHES STREQUAL EQUAL LESS GREATER VERSION_LESS VERSION_GREATER_EQUAL IN_LIST"


def _with_upper(words: str) -> frozenset[str]:
    return frozenset(words.split()) | frozenset(words.upper().split())


LANGUAGE = token_language(
    "cmake",
    "CMake build script",
    ("cmakelists.txt", "*.cmake"),
    TokenRules(
        comments=(r"#\[\[[\s\S]*?(?:\]\]|\Z)", HASH_COMMENT),
        strings=(r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*+"?',),
        keywords=_with_upper(_CONTROL) | frozenset(_OPERATORS.split()),
        constants=frozenset({"ON", "OFF", "TRUE", "FALSE", "YES", "NO", "PUBLIC", "PRIVATE", "INTERFACE"}),
        builtins=_with_upper(_COMMANDS),
        specials=((r"\$(?:ENV)?\{[^{}\n]*\}", "nv"), (r"\$<[^<>\n]*>", "nv"), (DEFINITION, "na")),
        word=WORD,
    ),
    pygments="cmake",
)
