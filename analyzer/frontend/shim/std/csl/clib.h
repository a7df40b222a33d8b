#pragma once
#pragma clang system_header
/* The C library under std. */
#include <csl/traits.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
namespace std {
using ::abort; using ::abs; using ::atexit; using ::atof; using ::atoi; using ::atol; using ::atoll;
using ::bsearch; using ::calloc; using ::clock; using ::clock_t; using ::difftime; using ::div;
using ::exit; using ::fclose; using ::feof; using ::ferror; using ::fflush; using ::fgets;
using ::FILE; using ::fopen; using ::fprintf; using ::fputc; using ::fputs; using ::fread;
using ::free; using ::fscanf; using ::fseek; using ::ftell; using ::fwrite; using ::getchar;
using ::getenv; using ::int16_t; using ::int32_t; using ::int64_t; using ::int8_t;
using ::intptr_t; using ::isalnum; using ::isalpha; using ::isdigit; using ::isspace;
using ::isupper; using ::islower; using ::localtime; using ::malloc; using ::max_align_t;
using ::memchr; using ::memcmp; using ::memcpy; using ::memmove; using ::memset; using ::mktime;
using ::perror; using ::printf; using ::putchar; using ::puts; using ::qsort; using ::rand;
using ::realloc; using ::remove; using ::rename; using ::rewind; using ::scanf; using ::snprintf;
using ::sprintf; using ::srand; using ::sscanf; using ::strcat; using ::strchr; using ::strcmp;
using ::strcpy; using ::strerror; using ::strftime; using ::strlen; using ::strncat;
using ::strncmp; using ::strncpy; using ::strrchr; using ::strstr; using ::strtod; using ::strtof;
using ::strtok; using ::strtol; using ::strtoll; using ::strtoul; using ::strtoull; using ::system;
using ::time; using ::time_t; using ::tm; using ::tolower; using ::toupper; using ::uint16_t;
using ::uint32_t; using ::uint64_t; using ::uint8_t; using ::uintmax_t; using ::intmax_t;
using ::uintptr_t; using ::ungetc; using ::va_list; using ::vfprintf; using ::vprintf;
using ::vsnprintf; using ::vsprintf; using ::fgetc; using ::getc; using ::putc;
}
