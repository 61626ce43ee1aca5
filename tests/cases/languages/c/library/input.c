/*
 * Copyright (C) 2020 Nobody. All rights reserved.
 */

/*
 * Keeps a ring of samples and hands out their mean.
 */
#include <stdlib.h>
#include "ring.h"

#define RING_SIZE 16
#define NEXT(i) (((i) + 1) % \
                 RING_SIZE)

static const char *Label = "a string, not a name"; // and a comment \
   that goes on

struct ring { double values[RING_SIZE]; size_t head; };

double ring_mean(const struct ring *self)
{
    double total = 0x1p3 + 1'000;
    for (size_t i = 0; i < RING_SIZE; i++)
        total += self->values[i];
    return total / RING_SIZE; /* never zero */
}

int Alpha(void) { char quote = '"'; return alpha(quote) || beta; }
