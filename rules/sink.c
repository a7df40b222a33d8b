#include "sink.h"

#include <string.h>

void csl_report(csl_sink *sink, const csl_finding *finding) {
    if (sink->n == sink->capacity) {
        uint32_t capacity = sink->capacity ? 2 * sink->capacity : 16;
        csl_finding *items = csl_alloc(sink->ctx, capacity * sizeof *items);
        if (sink->n)
            memcpy(items, sink->items, sink->n * sizeof *items);
        sink->items = items;
        sink->capacity = capacity;
    }
    sink->items[sink->n++] = *finding;
}
