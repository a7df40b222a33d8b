/* One suppression comment, parsed. */
#ifndef CSL_REPORT_DIRECTIVE_H
#define CSL_REPORT_DIRECTIVE_H

#include "../source/scan.h"

typedef enum {
    CSL_DIRECTIVE_LINE,
    CSL_DIRECTIVE_NEXT_LINE,
    CSL_DIRECTIVE_BEGIN,
    CSL_DIRECTIVE_END,
    CSL_DIRECTIVE_KERNEL,
    CSL_DIRECTIVE_FILE,
    CSL_DIRECTIVE_UNKNOWN /* `cudasynclint:` and no word of ours, or a list that is not closed */
} csl_directive_kind;

typedef struct csl_directive {
    csl_directive_kind kind;
    bool ours;                         /* spelled `cudasynclint:`, not NOLINT */
    bool alone;                        /* on a line of its own */
    uint32_t line, column, end_column; /* of the directive, in bytes from 1 */
    char *text;                        /* as written, without the reason: "NOLINT(shared-race)" */
    char **rules; /* names and globs without `cudasynclint-`; NULL: every rule */
    char *reason; /* "" if none is given */
} csl_directive;

/* The directive in a comment; false if it holds none. Free with csl_directive_clear. */
bool csl_parse_directive(const csl_comment *comment, csl_directive *directive);
void csl_directive_clear(csl_directive *directive);

#endif
