#include "progress.h"

#include <glib.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    bool wanted, shown;
    gint64 start; /* monotonic microseconds */
} progress;

void csl_progress_start(bool wanted) {
    progress.wanted = wanted && isatty(STDERR_FILENO);
    progress.shown = false;
    progress.start = g_get_monotonic_time();
}

void csl_progress_show(uint32_t done, uint32_t of) {
    if (!progress.wanted || g_get_monotonic_time() - progress.start < G_USEC_PER_SEC)
        return;
    fprintf(stderr, "\r\033[K%u of %u files", done, of);
    progress.shown = true;
}

void csl_progress_clear(void) {
    if (progress.shown)
        fputs("\r\033[K", stderr);
    progress.shown = false;
}
