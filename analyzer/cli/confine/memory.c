#include "memory.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

/* Address space: libraries and stacks take `BASE` before there is any work; no file may have more
 * than `MOST`, and a worker gets `LEAST` in any case. */
static const uint64_t BASE = (uint64_t)1 << 30, MOST = (uint64_t)4 << 30,
                      LEAST = (uint64_t)256 << 20;

/* The number behind `key` in a file, times `unit`; `otherwise` if there is none. */
static uint64_t number_in(const char *path, const char *key, uint64_t unit, uint64_t otherwise) {
    char *text = NULL;
    uint64_t number = otherwise;
    if (g_file_get_contents(path, &text, NULL, NULL)) {
        const char *at = strstr(text, key);
        unsigned long long found;
        if (at && sscanf(at + strlen(key), " %llu", &found) == 1)
            number = found * unit;
    }
    g_free(text);
    return number;
}

/* What is left of the group's share; there may be no limit, which is no number or a huge one. */
static uint64_t left_in_group(const char *most, const char *used) {
    const uint64_t limit = number_in(most, "", 1, UINT64_MAX), now = number_in(used, "", 1, 0);
    return limit > now ? limit - now : 0;
}

void csl_divide_memory(csl_limits *limits, uint32_t parallel) {
    uint64_t left = number_in("/proc/meminfo", "MemAvailable:", 1024, UINT64_MAX);
    left = MIN(left, left_in_group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"));
    left = MIN(left, left_in_group("/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                   "/sys/fs/cgroup/memory/memory.usage_in_bytes"));
    left -= left / 5; /* for the parent and for others */
    const uint64_t share = left / (parallel ? parallel : g_get_num_processors());
    limits->memory = MIN(MOST, BASE + MAX(LEAST, MIN(share, MOST)));
    limits->memory_alone = MIN(MOST, BASE + MAX(LEAST, MIN(left, MOST)));
}
