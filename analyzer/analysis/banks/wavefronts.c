#include "wavefronts.h"

enum { LANES = 32, BANKS = 32, WORD = 4 };

/* The words that the lanes of one part ask for, by bank. */
typedef struct part {
    int64_t word[BANKS][LANES];
    uint32_t lane[BANKS][LANES]; /* the first that asks for it */
    uint32_t n[BANKS];
} part;

static void ask(part *p, int64_t word, uint32_t lane) {
    const uint32_t bank = (uint32_t)((uint64_t)word % BANKS);
    for (uint32_t i = 0; i < p->n[bank]; i++)
        if (p->word[bank][i] == word)
            return;
    p->word[bank][p->n[bank]] = word;
    p->lane[bank][p->n[bank]++] = lane;
}

static void count_part(const int64_t place[LANES], uint32_t lanes, uint32_t bytes, uint32_t first,
                       uint32_t many, csl_wavefronts *w) {
    part p = {.n = {0}};
    bool any = false;
    for (uint32_t i = first; i < first + many; i++)
        for (uint32_t b = 0; (lanes >> i & 1) && b < bytes; b += WORD) {
            any = true;
            ask(&p, (int64_t)((uint64_t)(place[i] + b) >> 2), i);
        }
    uint32_t most = any;
    for (uint32_t bank = 0; bank < BANKS; bank++)
        if (p.n[bank] > most) {
            most = p.n[bank];
            if (most > w->degree) {
                w->degree = most;
                w->bank = bank;
                w->lane[0] = p.lane[bank][0];
                w->lane[1] = p.lane[bank][1];
            }
        }
    w->count += most;
    w->parts += any;
}

/* Each lane that takes part has a neighbour that reads the same place. */
static bool neighbours_share(const int64_t place[LANES], uint32_t lanes) {
    for (uint32_t i = 0; i < LANES; i += 2) {
        const uint32_t both = lanes >> i & 3;
        if (both == 1 || both == 2 || (both && place[i] != place[i + 1]))
            return false;
    }
    return true;
}

csl_wavefronts csl_count_wavefronts(const int64_t place[LANES], uint32_t lanes, uint32_t bytes,
                                    bool is_load) {
    csl_wavefronts w = {.degree = 1};
    uint32_t many = bytes <= WORD ? LANES : LANES * WORD / bytes;
    if (is_load && many < LANES && neighbours_share(place, lanes))
        many *= 2;
    for (uint32_t first = 0; first < LANES; first += many)
        count_part(place, lanes, bytes, first, many, &w);
    return w;
}
