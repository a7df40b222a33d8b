/* CUDA for a CPU: included before the source that is to run (see docs/second-opinion.md). It stands
 * in for the headers of the CUDA Toolkit and shares no line with those the analyzer parses with.
 * Standard headers come first, in the one order in which their functions become callable from
 * kernels. */
#pragma once

#include "words.h"

#include <bits/c++config.h>
#pragma clang force_cuda_host_device begin
extern "C" void *malloc(__SIZE_TYPE__) noexcept;
extern "C" void free(void *) noexcept;
#pragma clang force_cuda_host_device end
#include <new>
#pragma clang force_cuda_host_device begin
#include <stddef.h>
#include <stdlib.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <stdio.h>
#include <limits.h>
#include <float.h>
#pragma clang force_cuda_host_device end
#include <type_traits>
#include <utility>
#include <limits>
#include <algorithm>
#include <cstdlib>
#pragma clang force_cuda_host_device begin
#include <cmath>
#pragma clang force_cuda_host_device end
#include <cstdio>
#include <cstring>

#include "vectors.h"
#include "host.h"
#include "sync.h"
#include "atomics.h"
#include "intrinsics.h"
