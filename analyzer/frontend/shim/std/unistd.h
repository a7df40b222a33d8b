#pragma once
#pragma clang system_header
#include <sys/types.h>
#define _POSIX_VERSION 200809L
#define _XOPEN_VERSION 700
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
#define F_OK 0
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const[], const char *);
int close(int);
long read(int, void *, size_t);
long write(int, const void *, size_t);
long lseek(int, long, int);
unsigned sleep(unsigned);
int usleep(unsigned);
int getpid();
int getppid();
int fork();
int access(const char *, int);
int unlink(const char *);
int isatty(int);
int chdir(const char *);
char *getcwd(char *, size_t);
int gethostname(char *, size_t);
long sysconf(int);
int ftruncate(int, long);
int pipe(int[2]);
