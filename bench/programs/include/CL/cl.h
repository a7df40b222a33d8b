/* The names of OpenCL that Parboil's header mentions; its CUDA programs call nothing of it. */
#pragma once
#include <stddef.h>
typedef int cl_int;
typedef unsigned cl_uint;
typedef void *cl_command_queue, *cl_kernel, *cl_mem, *cl_event;
