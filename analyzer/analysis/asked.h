/* What the kernel holds that a concern is about (asked.c). */
#ifndef CSL_ASKED_H
#define CSL_ASKED_H

#include "blocks/blocks.h"

/* The concerns that something in the kernel is about. After csl_find_unpublished(). */
csl_concerns csl_find_concerns(const csl_analysis *a);

#endif
