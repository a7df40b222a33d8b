/* What one run of runtime_tests works with. */
#ifndef CSL_RUNTIME_SETUP_H
#define CSL_RUNTIME_SETUP_H

#include "record.h"

typedef struct csl_setup {
    const char *build;         /* folder of the programs that are built */
    const char *out;           /* folder of the records, or NULL: that of the corpus */
    const char *nvcc;          /* the compiler */
    const char *arch;          /* it compiles for: "sm_90" */
    const char *sanitizer;     /* compute-sanitizer, or NULL if there is none */
    const char *profiler;      /* ncu, or NULL if there is none */
    const char *reshape;       /* the library that logs and changes launches (reshape.c), or NULL */
    const char *health;        /* source of the health check */
    unsigned repeats;          /* runs of the optimised build, at most */
    unsigned debug_repeats;    /* runs of the -G build, at most */
    bool noise;                /* every second run has a busy program beside it on the device */
    double deadline;           /* seconds after which a run counts as hung */
    double sanitizer_deadline; /* seconds after which a run under a sanitizer is given up */
    csl_device device;         /* filled in once the device was asked */
    unsigned gpus;             /* how many there are, likewise */
} csl_setup;

#endif
