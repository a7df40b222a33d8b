/* Inline PTX. Private to frontend/. */
#ifndef CSL_PTX_H
#define CSL_PTX_H

#include "../lower.h"

/* csl_extensions.assembly: emits what inline PTX does, stores its outputs. */
void csl_lower_asm(csl_lower_state *L, CXCursor s);

#endif
