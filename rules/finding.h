/* What a rule reports and what a file's analysis hands to the reports. Self-contained strings and
 * numbers: no expressions, no IR, nothing that needs the context of the analysis to be alive except
 * its arena. Workers send a csl_result to the parent as JSON (report/json.c reads and writes it).
 */
#ifndef CSL_FINDING_H
#define CSL_FINDING_H

#include "../analyzer/verdict.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum { CSL_NOTE, CSL_WARNING, CSL_ERROR } csl_severity;
const char *csl_severity_name(csl_severity s); /* "note", "warning", "error" */

typedef struct csl_related {
    csl_region region;
    const char *message;
} csl_related;

/* A statement that would end the finding, if put behind the one that holds `after`. The caller has
 * to check that (cli/fix.c). */
typedef struct csl_edit {
    csl_region after;
    const char *statement; /* "__syncthreads();" */
    uint32_t lanes;        /* a barrier of the warp: a bit for each lane that comes there in the
                              witness; 0: not known */
} csl_edit;

/* A line that is put behind line `after` (from 1) of a text as it was. */
typedef struct csl_insertion {
    uint32_t after;
    const char *line; /* with its line end */
} csl_insertion;

/* Characters of a message. */
enum { CSL_HEADLINE = 60 };

typedef struct csl_finding {
    const char *rule; /* name in the rule table */
    csl_concern concern;
    const char *kind; /* divergence: "arms", "trips", "skip", "exit"; races: "RAW", "WAR", "WAW" */
    csl_severity severity;
    csl_confidence confidence;
    const char *message; /* what is wrong, without values: CSL_HEADLINE characters, no final dot */
    const char *needs;   /* what it takes: "needs n = 5"; NULL: nothing in particular */
    const char *caveats; /* names of what caps the confidence: "data some_shapes"; or NULL */
    csl_region region;
    const char *function; /* kernel */
    const char *about; /* the object or decision that it is about, with its place; NULL: nothing in
                          particular. Findings of a rule that are about one thing in one kernel have
                          one cause. In no report */
    const char *comes_of; /* the rule of the race on it without which this would not be; or NULL.
                             Findings of that rule have the same cause. In no report */
    const char *instance; /* template arguments or NULL */
    csl_related *related;
    uint32_t nrelated;
    uint32_t nplaces;     /* of them, in front: the places that tell it, with what happens there */
    csl_witness *witness; /* or NULL */
    const char **assumptions;
    uint32_t nassumptions;
    const char *fix;      /* what to do, one sentence; or NULL */
    csl_edit *edit;       /* or NULL: the fix takes thought */
    csl_insertion *mends; /* new lines of the file of `edit` which were checked to end this finding
                             and to bring nothing new; only for formats that hold edits */
    uint32_t nmends;
    const char *fingerprint; /* hex digits; report/fingerprint.c */
    const char *identity;    /* what the fingerprint is made of: rule, kernel, object and normalised
                                token texts, joined by newlines; no lines, no paths */
    bool passes;             /* the exit code does not count it: below --fail-on; in no report */
    bool second_call;        /* holds if a block calls a function twice that no kernel of the file
                                reaches; in no report */
    struct csl_finding *also; /* others of the same cause, which stand under this one; only in what
                                 csl_gather made */
    uint32_t nalso;
    const char *suppressed; /* NULL for a finding that counts. With --show-suppressed: why this one
                               does not ("comment: reason", "baseline"); it is shown, no more */
} csl_finding;

/* Everything one input file gave. */
typedef struct csl_result {
    const char *file;
    const char *error;  /* the file was not analysed: why; or NULL */
    const char *broken; /* why clang does not take it, though no header is missing: its kernels
                           are undecided and the exit code is 3; or NULL */
    bool incomplete;    /* the front end missed an include or saw an error; --strict counts it */
    bool unfiltered;    /* --header-filter could not be decided for a header: what is found there
                           counts */
    csl_finding *findings;
    uint32_t nfindings;
    uint32_t more[CSL_HIGH + 1]; /* findings beyond the limit of a file, by confidence: no report
                                    has them, and the exit code is 3 if one could count */
    csl_kernel_result *kernels;
    uint32_t nkernels;
    const char **notes; /* for -v: dropped flags, missing includes, errors outside kernels */
    uint32_t nnotes;
    const char **includes; /* files on disk that it includes: the result depends on them */
    uint32_t nincludes;
    const char *const *reads; /* files on disk that were read or found: what the result depends on.
                                 In no document */
    uint32_t nreads;
    const char **names; /* headers it asks for that are no file: a file of that name would count */
    uint32_t nnames;
    const char **unseen; /* kernels in the text that are not among them: "LINE<tab>why" */
    uint32_t nunseen;
    const char **keys; /* of the kernels it defines: "KEY<tab>NAME" */
    uint32_t nkeys;
    const char **reached; /* functions of other files that its kernels call: csl_parse_log */
    uint32_t nreached;
    const char **launches; /* of kernels that other files define: "KEY<tab>..." */
    uint32_t nlaunches;
    const char **proofs; /* records for --proof, as JSON; none without that option */
    uint32_t nproofs;
    bool tried;  /* `mends` of its findings hold what trials came to */
    bool linked; /* it reads headers that links lead to: csl_confine() has to find them */
} csl_result;

#endif
