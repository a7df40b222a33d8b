/* A corpus case as a file: its name, what its comments say, its source and the hash of it, and its
 * claim about the hardware. The corpus is the folder called `corpus` that the case is in, at any
 * depth; if there is none, the folder above that of the case. */
#ifndef CSL_RUNTIME_CASE_H
#define CSL_RUNTIME_CASE_H

#include "source.h"

#include <stdbool.h>

/* What can be observed on a GPU: the words of a `// gpu:` comment, as bits. */
enum {
    CSL_SAW_HANG = 1u << 0,      /* a run was killed at its deadline */
    CSL_SAW_WRONG = 1u << 1,     /* a run ended with a wrong result */
    CSL_SAW_ERROR = 1u << 2,     /* a CUDA call failed in a run */
    CSL_SAW_RACECHECK = 1u << 3, /* compute-sanitizer's racecheck reported a hazard */
    CSL_SAW_SYNCCHECK = 1u << 4, /* compute-sanitizer's synccheck reported an error */
    CSL_SAW_OK = 1u << 5,        /* all runs were right and nothing was reported */
};

typedef struct csl_case {
    char *path;    /* of the source */
    char *rule;    /* the folder of the corpus that it is in */
    char *name;    /* its path in the corpus: "RULE/bad_NAME" or "RULE/GROUP/bad_NAME" */
    char *records; /* folder of the records of its corpus: runtime_tests/records beside it */
    bool bad;      /* its name starts with bad_ */
    char *gpu;     /* the words of its `// gpu:` comment, or NULL */
    char **flags;  /* of its `// flags:` comments: further arguments for the checker */
    char **nvcc;   /* of its `// nvcc:` comments: further arguments for nvcc */
    unsigned gpus; /* of `// needs: gpus=N`: GPUs it runs on, else 1 */
    unsigned arch; /* of `// needs: sm_NN`: the least architecture it runs on, else 0 */
    csl_source *source;
    char *hash; /* SHA-256, in hexadecimal, of the source and of `nvcc`: of what is built */
} csl_case;

/* Reads the case at `path`. NULL if it, or a header of the corpus that it includes, cannot be read.
 */
csl_case *csl_case_read(const char *path);
void csl_case_free(csl_case *c);

/* All cases below a folder (or the one case, if `path` is a file), in the order of their names;
 * only those whose name matches one of the `only` globs if it is not empty. The caller frees it. */
GPtrArray *csl_cases(const char *path, const GPtrArray *only);

/* The bit of a word ("hang"), or 0. */
unsigned csl_saw_of_word(const char *word);

/* The words of a set of bits, in the order of the bits, between `separator`s. The caller frees it.
 */
char *csl_saw_words(unsigned saw, const char *separator);

/* Puts `words` in place of those of the `// gpu:` line of the case. False if there is no such line
 * or the file cannot be written. */
bool csl_case_write_claim(const csl_case *c, const char *words);

/* The claim of what was observed: words, with "(-G)" behind those that hold for that build alone,
 * which come last. The caller frees it. */
char *csl_claim_words(unsigned saw, unsigned debug_only);

/* Checks a `// gpu:` comment against what was observed: every word must have been observed (`ok` is
 * observed only if nothing else was), and must say so if it holds for the -G build alone. NULL, or
 * a complaint that the caller frees. */
char *csl_claim_complaint(const char *claim, unsigned saw, unsigned debug_only);

#endif
