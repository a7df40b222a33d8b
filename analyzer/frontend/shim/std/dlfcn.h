#pragma once
#pragma clang system_header
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1)
struct Dl_info { const char *dli_fname; void *dli_fbase; const char *dli_sname; void *dli_saddr; };
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
int dlclose(void *);
char *dlerror();
int dladdr(const void *, Dl_info *);
