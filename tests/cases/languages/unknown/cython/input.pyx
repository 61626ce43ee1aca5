from libc.stdint cimport int64_t
cdef class Table:
    cdef readonly int64_t length
    cpdef bint add(self, size_t number) except -1:
        with nogil:
            pass
