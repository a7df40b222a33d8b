/* What shared memory does with one request of a warp.
 *
 * Shared memory has 32 banks, and words of 4 bytes lie in them in turn. In one wavefront a bank
 * gives one word, to as many lanes as ask for it. 8 bytes a lane are asked for by half of the warp
 * at a time, 16 bytes by a quarter; by twice as many in a load in which lanes 2k and 2k + 1 always
 * read the same place. (CUDA Programming Guide, "Shared Memory" of compute capability 5.x and
 * later; for the parts: counted on an H200, runtime_tests/banks.) */
#ifndef CSL_WAVEFRONTS_H
#define CSL_WAVEFRONTS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct csl_wavefronts {
    uint32_t count;  /* wavefronts of the request; 0: no lane takes part */
    uint32_t parts;  /* of these, the ones it takes without a conflict */
    uint32_t degree; /* words of one bank that the lanes of a part ask for, at most; 1: none meet */
    uint32_t lane[2];
    uint32_t bank; /* degree > 1: two lanes that ask for different words of the bank */
} csl_wavefronts;

/* `bytes` is 1, 2, 4, 8 or 16, and each place a multiple of it. Lane i takes part if bit i of
 * `lanes` is set. A number that is added to all places changes nothing but the bank, as long as it
 * is a multiple of 4. */
csl_wavefronts csl_count_wavefronts(const int64_t place[32], uint32_t lanes, uint32_t bytes,
                                    bool is_load);

#endif
