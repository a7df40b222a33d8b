#pragma once
#pragma clang system_header
#include <sys/types.h>
struct stat { mode_t st_mode; off_t st_size; long st_mtime; };
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int mkdir(const char *, mode_t);
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_ISDIR(m) (((m)&0170000) == 0040000)
#define S_ISREG(m) (((m)&0170000) == 0100000)
