#pragma once
#pragma clang system_header
struct glob_t { size_t gl_pathc; char **gl_pathv; size_t gl_offs; };
int glob(const char *, int, int (*)(const char *, int), glob_t *);
void globfree(glob_t *);
