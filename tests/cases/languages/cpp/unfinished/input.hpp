int before; "never closed
int after; /* never closed either
int hidden;
