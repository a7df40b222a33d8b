/* What the front end noted of a file, lines of the form "a.cu:3:10: text". */
#ifndef CSL_REPORT_NOTES_H
#define CSL_REPORT_NOTES_H

#include "../../../rules/finding.h"
#include "../../ir.h"
#include "../source/source.h"

/* Takes a note apart: its place (one character wide) and the text, in the arena. False if it names
 * no place. */
bool csl_read_note(csl_ctx *ctx, const char *note, csl_region *at, const char **text);

/* Adds the finding [parse-error] for result->broken, the note that says why clang does not take the
 * file; nothing else that is found in it is of high confidence. `needs`: what the error needs to be
 * one, or NULL. Before csl_fingerprint. */
void csl_add_parse_error(csl_ctx *ctx, csl_result *result, csl_confidence confidence,
                         const char *needs);

/* Gives the paths in notes and in reasons of verdicts the spelling that reports use
 * (csl_sources_path). */
void csl_spell_paths(csl_ctx *ctx, csl_result *const *results, uint32_t n, csl_sources *sources);

#endif
