#pragma once
#pragma clang system_header
/* Asynchronous copies of one thread: this header and the other declare the same functions. */
#include <cuda_pipeline_primitives.h>
