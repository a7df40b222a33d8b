/* --proof=FILE: what the proofs rest on, for a program that checks them (tests/proof).
 *
 * A JSON document, {"schema": 1, "kernels": [...]}. Of each analysis of a kernel that proved it:
 * its name, instance, place and architecture, the block shapes, the assumptions, and in the words
 * of
 * --dump: `pairs` (of accesses that share a barrier interval), `facts` (what symbols are), `forms`
 * (closed forms of loops, tab-separated: type, number of the pass, start, next value, form),
 * `claims` (of variables that loops change, tab-separated: the loop, the variable, who agrees on
 * it, the least and the greatest value), `settled` (questions answered `safe`, their lines apart by
 * tabs, numbered from 1; and of each pair, for each choice of the objects that its sides may touch,
 * which question keeps them apart) and `queries` (each with the answer and who gave it). */
#ifndef CSL_PROOF_H
#define CSL_PROOF_H

#include "../../analysis/facts.h"
#include "../../../rules/finding.h"

/* What is written down while a kernel is analysed. */
typedef struct csl_proof csl_proof;
/* Takes the place of the dumps in the options. Never NULL. */
csl_proof *csl_proof_begin(csl_analysis_options *options);
/* The record as JSON, in the arena, or NULL: the kernel is not proved. Frees the proof. */
const char *csl_proof_end(csl_proof *proof, csl_ctx *ctx, const csl_kernel_result *result,
                          const char *instance);
/* Writes the records of all results. NULL, or why not (caller frees). */
char *csl_proof_write(const char *file, csl_result *const *results, uint32_t n);

#endif
