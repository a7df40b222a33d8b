/* The report: lines of text in the file that $ORACLE_REPORT names, standard error without it.
 *
 *   launch KERNEL BX BY BZ GX GY GZ STATUS [LABEL]
 *   event KIND PC PC THREAD THREAD [LABEL]       what the launch above it showed, each once
 *   unmodelled KERNEL WHAT
 *
 * KERNEL is the number that the driver gave it; PC an address for addr2line; LABEL what the program
 * said last to oracle_label(). */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 64 };

static const char *const event_words[] = {"race-shared", "race-global", "same-value",
                                          "fenced",      "grid",        "barrier",
                                          "early",       "deadlock",    "mask"};
static const char *const status_words[] = {"done",   "undefined",  "fault",  "stack",
                                           "budget", "unmodelled", "stopped"};

static FILE *out;
static char label[200];
static struct {
    event_kind kind;
    uint32_t pc, other_pc, thread, other_thread;
} events[MOST_EVENTS];
static int nevents;
static const char *unmodelled;

void oracle_report_start(void) {
    const char *path = getenv("ORACLE_REPORT");
    out = path ? fopen(path, "a") : stderr;
    if (!out) {
        perror(path);
        exit(2);
    }
}

void oracle_label(const char *text) {
    snprintf(label, sizeof label, "%s", text);
}

void oracle_report_event(event_kind kind, uint32_t pc, uint32_t other_pc, uint32_t other_thread) {
    for (int i = 0; i < nevents; i++)
        if (events[i].kind == kind && events[i].pc == pc && events[i].other_pc == other_pc)
            return;
    if (nevents == MOST_EVENTS)
        return;
    events[nevents].kind = kind;
    events[nevents].pc = pc;
    events[nevents].other_pc = other_pc;
    events[nevents].thread = oracle.current ? oracle.current->index : 0;
    events[nevents++].other_thread = other_thread;
}

/* What an undefined run showed says nothing about the source. */
static bool counts(run_status status) {
    return status == RUN_DONE || status == RUN_BUDGET || status == RUN_STOPPED;
}

void oracle_report_launch(int kernel, run_status status) {
    fprintf(out, "launch %d %u %u %u %u %u %u %s %s\n", kernel, oracle_blockDim.x,
            oracle_blockDim.y, oracle_blockDim.z, oracle_gridDim.x, oracle_gridDim.y,
            oracle_gridDim.z, status_words[status], label);
    if (status == RUN_UNMODELLED)
        fprintf(out, "unmodelled %d %s\n", kernel, unmodelled);
    for (int i = 0; counts(status) && i < nevents; i++)
        fprintf(out, "event %s %#x %#x %u %u %s\n", event_words[events[i].kind], events[i].pc,
                events[i].other_pc, events[i].thread, events[i].other_thread, label);
    nevents = 0;
    fflush(out);
}

void oracle_unmodelled(const char *what) {
    unmodelled = what;
    if (oracle.running)
        oracle_stop(RUN_UNMODELLED);
    fprintf(out, "unmodelled -1 %s\n", what);
    fflush(out);
    exit(3);
}
