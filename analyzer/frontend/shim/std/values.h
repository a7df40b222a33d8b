#pragma once
#pragma clang system_header
#include <limits.h>

#include <float.h>
