#pragma once
#pragma clang system_header
#include <sys/time.h>
struct rusage { timeval ru_utime, ru_stime; long ru_maxrss; };
#define RUSAGE_SELF 0
int getrusage(int, rusage *);
