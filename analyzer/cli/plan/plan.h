/* Which files to analyse. */
#ifndef CSL_PLAN_H
#define CSL_PLAN_H

#include "commands.h"
#include "../options/options.h"

typedef struct csl_input {
    char *path;                 /* as named, or found below a directory that was named */
    char *contents;             /* text to use in place of the file's (standard input), or NULL */
    char *error;                /* why there is nothing to analyse; or NULL */
    const csl_nvcc_args *flags; /* compiler flags; owned by the commands */
    csl_nvcc_args *own_flags;   /* if not of the commands: where `flags` points; or NULL */
    const GPtrArray *launches;  /* const char *: of its kernels in other files, or NULL */
    const GPtrArray *kernels;   /* const char *: names of the only ones to judge; NULL: all */
    const GPtrArray *left_out;  /* const char *: names of kernels not to judge, or NULL */
    bool listed;                /* in a compilation database */
    const csl_options *options; /* with its configuration; the run sets it */
    bool named;                 /* on the command line, not found in a directory */
    bool empty_dir;             /* that is why: a directory or database without a CUDA file */
} csl_input;

/* An empty plan; g_array_unref frees it and what its inputs own. */
GArray *csl_plan_new(void);

/* Fills `flags` and `listed` of every input that has no flags of its own. */
void csl_plan_set_flags(GArray *plan, csl_commands *commands);

/* The files of the command line in order, each once; below a directory its .cu and .cuh files,
 * sorted. Links to directories and hidden directories are not followed. What cannot be analysed (a
 * missing file, a FIFO, a directory without a CUDA file) is in the plan with its error. With -p and
 * no path: the CUDA files of the database. Free with g_array_unref, before the commands. */
GArray *csl_plan(const csl_options *o, csl_commands *commands);

/* The text of a file of the plan; NULL if it cannot be read. The caller frees it. */
char *csl_source_text(const csl_input *input);

/* Looks at the text of a file of the plan. Returns NULL, or why it cannot be analysed (caller
 * frees): cannot be read, is too large, is not text. */
char *csl_check_source(const csl_input *input);

#endif
