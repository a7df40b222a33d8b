/* The CUDA declarations every file is parsed with, before its own first line.
 *
 * Not a toolkit: each CUDA function is written as the memory accesses and the synchronisation it
 * performs, in terms of the intrinsics of core/intrinsics.h. The lowering inlines these bodies like
 * the user's own, so the analysis needs no table of function names. Keep it small: it is parsed
 * again for every file.
 */
#pragma clang system_header
#ifndef __CSL_CORE_H
#define __CSL_CORE_H

#include "core/keywords.h"
#include "core/intrinsics.h"
#ifdef __CSL_TOOLKIT
#include "core/toolkit.h"
#else
#include "core/types.h"
#include "core/texture_types.h"
#endif
#include "core/threads.h"
#include "core/sync.h"
#include "core/atomics.h"
#include "core/math.h"
#include "core/device.h"
#include "core/rare.h"
#ifndef __CSL_TOOLKIT
#include "core/runtime.h"
#include "core/rare_runtime.h"
#endif
#include "core/launch.h"

/* nvcc includes these without being asked to. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#endif
