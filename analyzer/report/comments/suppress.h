/* Suppression comments: findings that a reader looked at and accepted, with the reason beside the
 * code. Two spellings: clang-tidy's NOLINT family, and our own:
 *
 *   // NOLINT(RULE): reason             // cudasynclint: ignore[RULE] reason            this line
 *   // NOLINTNEXTLINE(RULE): reason     // cudasynclint: ignore-next-line[RULE] reason
 *   // NOLINTBEGIN(RULE): reason        // cudasynclint: ignore-begin[RULE] reason
 *   // NOLINTEND(RULE)                  // cudasynclint: ignore-end[RULE]
 *                                       // cudasynclint: ignore-kernel[RULE] reason     the kernel
 *                                       // cudasynclint: ignore-file[RULE] reason           below
 *
 * RULE is a list of rule names and globs; without it every rule is meant. `ignore` on a line of
 * its own means the next line with code. A finding is suppressed by a comment that covers a line of
 * its primary place.
 */
#ifndef CSL_REPORT_SUPPRESS_H
#define CSL_REPORT_SUPPRESS_H

#include "../../../rules/rule.h"
#include "../../files/text.h"
#include "../../ir.h"
#include "../source/source.h"

#include <glib.h>

typedef struct csl_suppress_options {
    bool show; /* keep suppressed findings, with `suppressed` set (--show-suppressed) */
    /* True if the rule took part in this run. */
    bool (*enabled)(const csl_rule *rule, const void *user);
    const void *user;
    const struct csl_comments *comments; /* of the sources; NULL: they are read */
} csl_suppress_options;

/* Applies the comments of every file that has findings to the result of one input. Comments of the
 * input itself that suppress nothing, or cannot be understood, become findings of the rule
 * `unused-suppression`, those that give no reason of `suppression-reason`, if these are enabled.
 * Their kind is "comment". Comments about rules that did not run, or in kernels that are undecided,
 * are not judged unused. Findings need their fingerprint already. Returns how many
 * findings are suppressed. */
uint32_t csl_suppress(csl_ctx *ctx, csl_result *result, csl_sources *sources,
                      const csl_suppress_options *options);

typedef struct csl_editing {
    const char *reason; /* of the comments */
    /* NULL, or why this file, which holds this text, is not to be changed (caller frees). */
    char *(*refuse)(const char *path, const csl_text *text, void *user);
    void *user;
} csl_editing;

/* Writes a comment above every finding that counts, on its own line (--add-suppressions). Returns
 * how many comments were written; one line for each file or line that was not changed is appended
 * to *problems (char *, freed with the array). *failed is set if a file could not be written. */
uint32_t csl_add_suppressions(const csl_result *const *results, uint32_t n, csl_sources *sources,
                              const csl_editing *how, GPtrArray *problems, bool *failed);

#endif
