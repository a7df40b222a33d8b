#pragma once
#pragma clang system_header
typedef long time_t;
typedef int clockid_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
time_t time(time_t *);
double difftime(time_t, time_t);
tm *localtime(const time_t *);
tm *gmtime(const time_t *);
time_t mktime(tm *);
char *ctime(const time_t *);
char *asctime(const tm *);
size_t strftime(char *, size_t, const char *, const tm *);
int clock_gettime(clockid_t, timespec *);
int nanosleep(const timespec *, timespec *);
