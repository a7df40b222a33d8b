#include "sanitizer.h"

#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const tool_options[CSL_TOOLS] = {"racecheck", "synccheck"};

/* ---- parts of a line ------------------------------------------------------------------------- */

static void add_line(csl_hazards *h, unsigned line) {
    guint at = 0;
    while (at < h->lines->len && g_array_index(h->lines, unsigned, at) < line)
        at++;
    if (at == h->lines->len || g_array_index(h->lines, unsigned, at) != line)
        g_array_insert_val(h->lines, at, line);
}

/* Notes the lines of `file` that are named: "... in file.cu:25", with or without its folders, or
 * "at file.cu:25:kernel(int *)+0x90" of older versions. */
static void read_lines(const char *text, const char *file, csl_hazards *h) {
    char *mark = g_strdup_printf("%s:", file);
    for (const char *at = text; (at = strstr(at, mark)); at += strlen(mark)) {
        bool whole_name = at == text || at[-1] == '/' || at[-1] == ' ' || at[-1] == ':';
        unsigned line = (unsigned)strtoul(at + strlen(mark), NULL, 10);
        if (whole_name && line > 0)
            add_line(h, line);
    }
    g_free(mark);
}

static void add_kernel(csl_hazards *h, char *name) {
    for (guint i = 0; i < h->kernels->len; i++) {
        if (strcmp(h->kernels->pdata[i], name) == 0) {
            g_free(name);
            return;
        }
    }
    g_ptr_array_add(h->kernels, name);
}

/* Notes the function of a place: "at void ns::sum<int>(int *)+0x90 in file.cu:3" names `sum`. */
static void read_kernel(const char *text, csl_hazards *h) {
    const char *end = strstr(text, "+0x");
    const char *start = strstr(text, " at ");
    start = start ? start + strlen(" at ") : strstr(text, "Frame:");
    if (!start || !end || end < start)
        return;
    start += g_str_has_prefix(start, "Frame:") ? strlen("Frame:") : 0;
    char *place = g_strndup(start, (gsize)(end - start));
    place[strcspn(place, "(<")] = 0; /* no arguments */
    const char *name = place;
    for (const char *p = place; *p; p++)
        if (*p == ' ' || *p == ':')
            name = p + 1;
    if (*name)
        add_kernel(h, g_strdup(name));
    g_free(place);
}

/* The number in front of `what` in "[36 hazards]", "(1 error, 0 warnings)"; 0 if it is not there.
 */
static gint64 number_before(const char *text, const char *what) {
    const char *at = strstr(text, what);
    if (!at)
        return 0;
    while (at > text && at[-1] == ' ')
        at--;
    const char *digits = at;
    while (digits > text && g_ascii_isdigit(digits[-1]))
        digits--;
    return g_ascii_strtoll(digits, NULL, 10);
}

/* ---- the output ------------------------------------------------------------------------------ */

/* Counts while the lines go by. */
typedef struct tally {
    bool in_report;  /* the lines that follow belong to a report of a hazard */
    gint64 barriers; /* reports of synccheck */
    gint64 calls;    /* CUDA calls that failed: counted as errors, and not what is asked */
    gint64 summary;  /* number of errors that the last line tells */
    bool ended;      /* the last line was there */
} tally;

static void read_line(const char *text, const char *file, csl_hazards *h, tally *t) {
    if (strstr(text, "RACECHECK SUMMARY:")) {
        h->errors = (unsigned)number_before(text, "error");
        h->warnings = (unsigned)number_before(text, "warning");
        t->ended = true;
    } else if (strstr(text, "ERROR SUMMARY:")) {
        if (!strstr(text, "not printed"))
            t->summary = number_before(text, "error");
        t->ended = true;
    } else if (strstr(text, "Program hit ")) {
        t->calls++;
        t->in_report = false;
    } else if (strstr(text, "Host Frame") || strstr(text, "host backtrace") || !*text) {
        t->in_report = false;
    } else {
        bool barrier = strstr(text, "Barrier error detected") != NULL;
        t->barriers += barrier;
        if (barrier || strstr(text, "Race reported between") || strstr(text, "hazard detected"))
            t->in_report = true;
        if (!t->in_report)
            return;
        h->hazards += number_before(text, "hazards]") + number_before(text, "hazard]");
        read_lines(text, file, h);
        read_kernel(text, h);
    }
}

void csl_sanitizer_parse(int tool, const char *output, const char *file, csl_hazards *h) {
    tally t = {0};
    char **lines = g_strsplit(output, "\n", -1);
    char *complaint = NULL;
    for (char **l = lines; *l; l++) {
        if (!g_str_has_prefix(*l, "========="))
            continue; /* the program's own output */
        const char *text = g_strchomp(*l + strlen("========="));
        read_line(text, file, h, &t);
        if (!complaint && strstr(text, "Error"))
            complaint = g_strstrip(g_strdup(text));
    }
    g_strfreev(lines);
    if (tool == CSL_SYNCCHECK) {
        gint64 all = t.summary - t.calls;
        h->hazards = t.barriers == 0 || all < t.barriers ? t.barriers : all;
        h->errors = (unsigned)h->hazards;
    } else if (h->hazards == 0) {
        h->hazards = (gint64)h->errors + h->warnings; /* no count of pairs in this report */
    }
    h->state = g_strdup(t.ended ? "ran" : "failed");
    if (!t.ended)
        h->message = complaint ? g_strdup(complaint) : g_strdup("it printed no summary");
    g_free(complaint);
}

void csl_sanitizer_run(const csl_setup *setup, int tool, const char *program,
                       const char *const *environment, const char *file, csl_hazards *h) {
    if (!setup->sanitizer) {
        h->state = g_strdup("skipped");
        return;
    }
    const char *argv[] = {setup->sanitizer, "--tool", tool_options[tool], "--show-backtrace", "no",
                          program,          NULL};
    csl_watch_limits limits = {
        .deadline = setup->sanitizer_deadline, .grace = 2, .output = 4 << 20};
    csl_watched w;
    csl_watch(argv, environment, &limits, &w);
    if (w.ending == CSL_ENDING_DEADLINE || w.ending == CSL_ENDING_STUCK)
        h->state = g_strdup("hang");
    else
        csl_sanitizer_parse(tool, w.output, file, h);
    h->milliseconds = (unsigned)(w.seconds * 1000);
    g_free(w.output);
}
