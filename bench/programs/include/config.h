/* In place of what SHOC's configure script writes. */
#define HAVE_GETTIMEOFDAY 1
#define HAVE_CLOCK_GETTIME 1
#define restrict __restrict__
