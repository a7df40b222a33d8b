/* Which files to analyse. */
#ifndef CSL_PLAN_H
#define CSL_PLAN_H

#include "options.h"

typedef struct csl_input {
    char *path;     /* as named, or found below a directory that was named */
    char *contents; /* text to use in place of the file's (standard input), or NULL */
    char *error;    /* why there is nothing to analyse; or NULL */
} csl_input;

/* The files of the command line in order, each once; below a directory its .cu and .cuh files,
 * sorted. Links to directories and hidden directories are not followed. A file that is missing or
 * no regular file is in the plan with its error. Returns NULL and sets *error (caller frees) if a
 * directory holds no CUDA file. Free with g_array_unref. */
GArray *csl_plan(const csl_options *o, char **error);

/* The text of a file of the plan. Returns NULL, or why it cannot be analysed (caller frees): cannot
 * be read, is too large, is not text. */
char *csl_check_source(const csl_input *input);

#endif
