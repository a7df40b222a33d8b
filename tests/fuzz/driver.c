/* Runs a fuzz target without libFuzzer: over every seed, every seed cut short, and a fixed number
 * of small changes of each. The same inputs in every run.
 *
 *   fuzz_TARGET FOLDER...
 */
#include "fuzz.h"

#include <dirent.h>

enum { CUTS = 40, CHANGES = 200, MAX_SEED = 1 << 20 };

static uint32_t inputs;

static void run(const uint8_t *data, size_t size) {
    LLVMFuzzerTestOneInput(data, size);
    inputs++;
}

static uint32_t next(uint32_t *random) { /* xorshift */
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

/* Overwrites a byte, repeats a piece, or deletes one. */
static size_t change(uint8_t *data, size_t size, uint32_t *random) {
    static const uint8_t bytes[] = "\0\"'\\\n {}[](),:=-@/*%#\xff\x80\x1b"
                                   "019azAZ";
    size_t at = next(random) % size, n = 1 + next(random) % 16;
    n = n < size - at ? n : size - at;
    switch (next(random) % 4) {
    case 0: data[at] = bytes[next(random) % (sizeof bytes - 1)]; return size;
    case 1: data[at] ^= (uint8_t)(1u << next(random) % 8); return size;
    case 2: memmove(data + at + n, data + at, size - at); return size + n;
    default:
        memmove(data + at, data + at + n, size - at - n);
        return size - n > 0 ? size - n : size;
    }
}

static void run_seed(const uint8_t *seed, size_t size) {
    run(seed, size);
    for (size_t i = 1; i <= CUTS && size > 0; i++)
        run(seed, size * i / (CUTS + 1));
    uint32_t random = 2463534242u;
    for (int i = 0; i < CHANGES && size > 0; i++) {
        uint8_t *data = malloc(size + 64);
        HOLDS(data);
        memcpy(data, seed, size);
        size_t n = size;
        for (int k = 0; k < 3; k++)
            n = change(data, n, &random);
        run(data, n);
        free(data);
    }
}

static void run_file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAX_SEED);
    HOLDS(file && data);
    size_t size = fread(data, 1, MAX_SEED, file);
    fclose(file);
    fprintf(stderr, "%s\n", path); /* the last line of a run that crashes */
    run_seed(data, size);
    free(data);
}

int main(int argc, char **argv) {
    uint32_t seeds = 0;
    for (int i = 1; i < argc; i++) {
        struct dirent **entries;
        int n = scandir(argv[i], &entries, NULL, alphasort);
        for (int k = 0; k < n; k++) {
            if (entries[k]->d_name[0] != '.') {
                run_file(argv[i], entries[k]->d_name);
                seeds++;
            }
            free(entries[k]);
        }
        if (n >= 0)
            free(entries);
    }
    printf("%u seeds, %u inputs\n", seeds, inputs);
    return seeds == 0;
}
