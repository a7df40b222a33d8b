#include "counters.h"

#include "watchdog.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *metric;
    size_t field;
} metrics[] = {
    {"smsp__inst_executed_op_shared_ld.sum", offsetof(csl_bank_count, load_requests)},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     offsetof(csl_bank_count, load_wavefronts)},
    {"smsp__inst_executed_op_shared_st.sum", offsetof(csl_bank_count, store_requests)},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     offsetof(csl_bank_count, store_wavefronts)},
};

/* The fields of a line of CSV, without their quotes. Freed by g_ptr_array_free. */
static GPtrArray *fields_of(const char *line) {
    GPtrArray *fields = g_ptr_array_new_with_free_func(g_free);
    GString *field = g_string_new(NULL);
    bool quoted = false;
    for (const char *p = line; *p; p++)
        if (*p == '"')
            quoted = !quoted;
        else if (*p == ',' && !quoted)
            g_ptr_array_add(fields, g_strdup(field->str)), g_string_truncate(field, 0);
        else
            g_string_append_c(field, *p);
    g_ptr_array_add(fields, g_string_free(field, FALSE));
    return fields;
}

static int column(const GPtrArray *header, const char *name) {
    for (guint i = 0; i < header->len; i++)
        if (strcmp(header->pdata[i], name) == 0)
            return (int)i;
    return -1;
}

/* "1,024" is 1024. */
static gint64 number_of(const char *text) {
    gint64 n = 0;
    for (const char *p = text; *p && *p != '.'; p++)
        n = g_ascii_isdigit(*p) ? 10 * n + (*p - '0') : n;
    return n;
}

/* That of the kernel whose name begins `signature`: "transpose(int *)". */
static csl_bank_count *count_for(GPtrArray *banks, const char *signature) {
    char *name = g_strndup(signature, strcspn(signature, "(<"));
    for (guint i = 0; i < banks->len; i++) {
        csl_bank_count *c = banks->pdata[i];
        if (strcmp(c->kernel, name) == 0) {
            g_free(name);
            return c;
        }
    }
    csl_bank_count *c = g_new0(csl_bank_count, 1);
    c->kernel = name;
    g_ptr_array_add(banks, c);
    return c;
}

static void add(csl_bank_count *c, const char *metric, const char *value) {
    for (size_t i = 0; i < G_N_ELEMENTS(metrics); i++)
        if (strcmp(metrics[i].metric, metric) == 0)
            *(gint64 *)(void *)((char *)c + metrics[i].field) += number_of(value);
}

/* A row holds one metric, or a column each. */
static void read_row(const GPtrArray *header, const GPtrArray *row, GPtrArray *banks) {
    const int kernel = column(header, "Kernel Name"), name = column(header, "Metric Name"),
              value = column(header, "Metric Value");
    if (row->len != header->len || !*(const char *)row->pdata[kernel])
        return; /* the row of units */
    csl_bank_count *c = count_for(banks, row->pdata[kernel]);
    if (name >= 0 && value >= 0)
        add(c, row->pdata[name], row->pdata[value]);
    else
        for (guint i = 0; i < row->len; i++)
            add(c, header->pdata[i], row->pdata[i]);
}

bool csl_counters_parse(const char *output, GPtrArray *banks) {
    GPtrArray *header = NULL;
    char **lines = g_strsplit(output, "\n", -1);
    for (char **l = lines; *l; l++) {
        if (**l != '"')
            continue; /* the program's, or a remark of the profiler */
        GPtrArray *row = fields_of(g_strchomp(*l));
        if (!header && column(row, "Kernel Name") >= 0) {
            header = row;
            continue;
        }
        if (header)
            read_row(header, row, banks);
        g_ptr_array_free(row, TRUE);
    }
    g_strfreev(lines);
    if (header)
        g_ptr_array_free(header, TRUE);
    return banks->len > 0;
}

/* The first line in which the profiler says what is wrong, else its last. */
static char *complaint_of(const char *output) {
    const char *at = strstr(output, "==ERROR==");
    return at ? g_strndup(at, strcspn(at, "\n")) : g_strdup("it printed no counters");
}

void csl_counters_run(const csl_setup *setup, const char *program, csl_record *r) {
    if (!setup->profiler) {
        r->profiled = g_strdup("skipped");
        return;
    }
    GString *names = g_string_new(metrics[0].metric);
    for (size_t i = 1; i < G_N_ELEMENTS(metrics); i++)
        g_string_append_printf(names, ",%s", metrics[i].metric);
    const char *argv[] = {setup->profiler, "--csv",    "--clock-control", "none",
                          "--metrics",     names->str, program,           NULL};
    csl_watch_limits limits = {
        .deadline = setup->sanitizer_deadline, .grace = 2, .output = 4 << 20};
    csl_watched w;
    csl_watch(argv, NULL, &limits, &w);
    if (w.ending == CSL_ENDING_DEADLINE || w.ending == CSL_ENDING_STUCK)
        r->profiled = g_strdup("hang");
    else
        r->profiled =
            csl_counters_parse(w.output, r->banks) ? g_strdup("ran") : complaint_of(w.output);
    g_string_free(names, TRUE);
    g_free(w.output);
}
