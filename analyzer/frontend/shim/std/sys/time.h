#pragma once
#pragma clang system_header
#include <time.h>
struct timeval { long tv_sec, tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(timeval *, void *);
