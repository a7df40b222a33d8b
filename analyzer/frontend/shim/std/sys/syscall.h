#pragma once
#pragma clang system_header
#define SYS_getpid 39
#define SYS_gettid 186
#define SYS_getcpu 309
#define __NR_gettid 186
long syscall(long, ...);
