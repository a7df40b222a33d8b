#pragma once
#pragma clang system_header
#include <time.h>
struct timeb { time_t time; unsigned short millitm; short timezone, dstflag; };
int ftime(struct timeb *);
