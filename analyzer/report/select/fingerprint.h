/* What makes a finding the same finding tomorrow. */
#ifndef CSL_REPORT_FINGERPRINT_H
#define CSL_REPORT_FINGERPRINT_H

#include "../../../rules/finding.h"
#include "../../ir.h"

/* Sets the fingerprint of every finding of one file: the first 32 hex digits of the SHA-256 of its
 * identity, blanks between tokens left out, and of its ordinal among the findings of the file with
 * the same identity, in source order. Identities hold no lines and no paths, so the fingerprint
 * survives edits above, another formatting and a new name of the file; it changes when the code
 * that takes part does. Every finding must have an identity. Strings are in the arena of `ctx`. */
void csl_fingerprint(csl_ctx *ctx, csl_result *result);

#endif
