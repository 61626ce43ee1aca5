"""The words that belong to languages for which there are no rules here, by the suffixes of their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_WORDS: Mapping[str, str] = {
    "r rmd rprofile": "if else repeat while function for next break TRUE FALSE NULL Inf NaN NA NA_integer_ NA_real_ "
    "NA_character_ library require invisible missing stop warning",
    "pyx pxd pxi": "cdef cpdef ctypedef cimport nogil gil bint readonly DEF IF ELIF ELSE del global nonlocal cppclass "
    "except noexcept size_t ssize_t Py_ssize_t True False None print range len",
    "bat cmd": "rem setlocal endlocal goto call exit echo off on errorlevel exist not defined if else for do in set "
    "pushd popd title pause shift cd del copy move mkdir md rd rmdir type equ neq lss leq gtr geq "
    "enabledelayedexpansion nul eof",
    "ps1 psm1": "param process foreach elseif begin end filter trap throw switch continue true false null",
    "rb rake gemspec": "attr_accessor attr_reader attr_writer begin ensure redo rescue retry module undef alias puts "
    "require_relative nil then",
    "pl pm t": "my our sub local last next redo unless until foreach qw strict warnings print",
    "lua": "local then elseif repeat nil pairs ipairs",
    "swift": "guard let defer inout where init deinit extension protocol fileprivate internal",
    "kt kts scala": "fun val object companion data sealed override trait implicit lateinit suspend",
    "jl": "function end module using abstract mutable struct begin quote macro",
    "f f90 f95 f03 for": "subroutine program implicit none integer real logical character parameter allocatable "
    "dimension intent inout out call do endif enddo then module contains",
    "m": "function end classdef properties methods events persistent otherwise",
    "proto fbs thrift": "syntax message service rpc returns repeated optional required option oneof reserved table "
    "root_type file_identifier int32 int64 uint32 uint64 bool bytes sint32 sint64",
    "hs ml mli fs": "where data newtype deriving instance qualified forall rec sig val mutable",
    "tcl": "proc expr foreach incr lappend llength lindex puts uplevel upvar",
    "meson build": "endif endforeach foreach",
}
STOP_WORDS: Mapping[str, frozenset[str]] = {
    suffix: frozenset(map(str.lower, words.split()))
    for suffixes, words in _WORDS.items()
    for suffix in suffixes.split()
}
"""In small letters, by suffix."""
