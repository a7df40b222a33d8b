/* The record of what one corpus case did on a GPU. It is a JSON file in runtime_tests/records,
 * written by runtime_tests only. Lines in it are lines of the text of the source (source.h), which
 * comments and empty lines do not move. Its last field is a digest over all others: a record that
 * was changed by hand is noticed. That guards against accidents, not against malice. */
#ifndef CSL_RUNTIME_RECORD_H
#define CSL_RUNTIME_RECORD_H

#include "case.h"

#include <glib.h>
#include <stdbool.h>

/* The device and the programs a record was made with. Strings are owned. */
typedef struct csl_device {
    char *name;       /* "NVIDIA H200" */
    char *capability; /* compute capability: "9.0" */
    char *driver;     /* version of the driver: "580.65.06" */
    char *toolkit;    /* version of nvcc: "13.0.88" */
    char *sanitizer;  /* version of compute-sanitizer, or "none" */
} csl_device;

/* How the runs of one build ended. */
typedef struct csl_runs {
    char *flags; /* of nvcc */
    unsigned runs, ok, wrong, hang, error;
    unsigned noisy;        /* of the runs: with a busy program beside it on the device */
    unsigned milliseconds; /* the longest of the runs that ended by themselves, start included */
    char *message;         /* of the first error, or NULL */
} csl_runs;

/* What one tool of compute-sanitizer said. */
typedef struct csl_hazards {
    char *state; /* "ran", "hang" (killed at its deadline), "failed", "skipped" (a run hung, or
                    there is no such tool) */
    unsigned errors, warnings; /* reports of each kind */
    gint64
        hazards;   /* racecheck: pairs of accesses; synccheck: errors, those not printed included */
    GArray *lines; /* of unsigned: lines of the text that are named, ascending, each once */
    GPtrArray *kernels; /* of char *: the kernels named, in the order of the report */
    char *message;      /* why it failed, or NULL */
    unsigned milliseconds;
} csl_hazards;

/* What shared memory did for all launches of a kernel, as the device's own counters have it. */
typedef struct csl_bank_count {
    char *kernel;
    gint64 load_requests, load_wavefronts, store_requests, store_wavefronts;
} csl_bank_count;

/* A finding of the checker whose witness was launched. Strings are owned. */
typedef struct csl_replay {
    char *rule;
    char *kernel;
    unsigned line;     /* of the finding, in the text */
    unsigned block[3]; /* the shape of the witness */
    char *launched;    /* "as written", "reshaped" or "no" (the kernel was not launched) */
    char *confirmed;   /* "hang", "wrong", "error", "racecheck", "synccheck" or "no" */
} csl_replay;

enum { CSL_RECORD_VERSION = 2 };
enum { CSL_OPTIMISED, CSL_DEBUG, CSL_VARIANTS }; /* nvcc -O3 and nvcc -G */
enum { CSL_RACECHECK, CSL_SYNCCHECK, CSL_TOOLS };

typedef struct csl_record {
    unsigned version; /* of the format: 2. In 1 the source is hashed otherwise (carry.h) */
    char *name;       /* of the case: "RULE/bad_NAME" */
    char *source;     /* hash of the case */
    char *date;       /* of the run, "YYYY-MM-DD" */
    csl_device device;
    double deadline; /* seconds after which a run counts as hung */
    csl_runs runs[CSL_VARIANTS];
    csl_hazards tools[CSL_TOOLS];
    unsigned static_milliseconds; /* what the checker took for the case, 0 if it was not told */
    GPtrArray *replays;           /* of csl_replay * */
    char *profiled;   /* "ran", "hang", "skipped", or why not; NULL: no case about banks */
    GPtrArray *banks; /* of csl_bank_count * */
} csl_record;

csl_record *csl_record_new(void);
void csl_record_free(csl_record *r);

/* What was observed: a set of CSL_SAW_... bits, CSL_SAW_OK alone if nothing went wrong. */
unsigned csl_record_saw(const csl_record *r);
/* Those of hang, wrong and error that the -G build alone showed. */
unsigned csl_record_debug_only(const csl_record *r);

/* The record's place: FOLDER/RULE/NAME.json; `folder` NULL is that of the corpus (case.h). The
 * caller frees it. */
char *csl_record_path(const csl_case *c, const char *folder);

/* Writes the record, whole or not at all. False, with a complaint on stderr, if it cannot. */
bool csl_record_write(const csl_record *r, const char *path);

/* Reads a record. NULL if there is none, or it is not one: then *why is what is wrong with it (the
 * caller frees it), NULL if there is no such file. */
csl_record *csl_record_read(const char *path, char **why);

/* The record of a case, in `folder` as above, if it is there and of this source, else NULL. The
 * caller frees it. */
csl_record *csl_record_read_fresh(const csl_case *c, const char *folder);

/* Compares a case with its record: the hash, and the claim of its `// gpu:` comment. `unobserved`
 * is right only without a record. NULL, or a complaint that the caller frees. */
char *csl_record_complaint(const csl_case *c, const char *folder);

#endif
