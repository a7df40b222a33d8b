/* Random numbers that are the same on every machine (splitmix64). */
#ifndef CSL_RANDOM_H
#define CSL_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct csl_random {
    uint64_t state;
} csl_random;

static inline uint64_t csl_random_next(csl_random *r) {
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* 0 .. n-1; n > 0. */
static inline uint32_t csl_random_below(csl_random *r, uint32_t n) {
    return (uint32_t)((csl_random_next(r) >> 32) % n);
}

static inline bool csl_random_chance(csl_random *r, uint32_t percent) {
    return csl_random_below(r, 100) < percent;
}

#endif
