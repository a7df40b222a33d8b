#pragma once
#pragma clang system_header
/* The functions and HUGE_VAL, INFINITY, M_PI ... are in core/math.h. */
