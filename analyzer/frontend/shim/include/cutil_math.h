#pragma once
#pragma clang system_header
#include <helper_math.h>
