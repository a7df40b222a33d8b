#pragma once
#pragma clang system_header
typedef __WCHAR_TYPE__ __csl_wchar;
struct max_align_t { long double x; };
#define offsetof(type, member) __builtin_offsetof(type, member)
