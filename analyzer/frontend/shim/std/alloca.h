#pragma once
#pragma clang system_header
#include <stdlib.h>
#undef alloca
#define alloca(n) __builtin_alloca(n)
