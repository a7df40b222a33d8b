#pragma once
#pragma clang system_header
#include <csl/cutlass_barrier.h>
#include <csl/cutlass_copy.h>
#include <csl/cutlass_types.h>
#include <csl/cute_atoms.h>
