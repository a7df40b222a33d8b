#pragma once
#pragma clang system_header
#include <sys/time.h>
struct fd_set { long bits[16]; };
#define FD_ZERO(s) ((void)(*(s) = fd_set()))
#define FD_SET(f, s) ((void)((s)->bits[(f) / 64] |= 1L << (f) % 64))
#define FD_ISSET(f, s) (((s)->bits[(f) / 64] >> (f) % 64 & 1) != 0)
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
