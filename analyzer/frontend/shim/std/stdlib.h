#pragma once
#pragma clang system_header
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct { int quot, rem; } div_t;
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
[[noreturn]] void exit(int);
[[noreturn]] void _exit(int);
[[noreturn]] void abort();
int atexit(void (*)());
int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **);
float strtof(const char *, char **);
int rand();
void srand(unsigned);
int rand_r(unsigned *);
long random();
void srandom(unsigned);
double drand48();
void srand48(long);
long lrand48();
long mrand48();
char *getenv(const char *);
int setenv(const char *, const char *, int);
int system(const char *);
div_t div(int, int);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
char *realpath(const char *, char *);
