/* Reads the text of inline PTX. Knows no instruction's meaning. Private to frontend/. */
#ifndef CSL_PTX_INSTRUCTION_H
#define CSL_PTX_INSTRUCTION_H

#include "../../../ir.h"

#define CSL_PTX_OPERANDS 16

/* One instruction. Strings are in the arena and trimmed. Operands are what stands between commas
 * outside brackets: "$0", "[$1+16]", "{$0, $1}", "%tid.x", "5", "p". */
typedef struct csl_ptx {
    const char *predicate; /* register of @p or @!p; NULL: always executed */
    bool negated;
    const char *name; /* "bar.sync", "LABEL:" for a label */
    const char *operand[CSL_PTX_OPERANDS];
    unsigned noperands;
} csl_ptx;

/* The instructions of a template in LLVM's form ($0 for the first operand), in order. Declarations
 * such as .reg, braces around a block and comments are left out. Returns NULL if the text is not
 * understood (too many operands, unbalanced brackets). */
csl_ptx *csl_ptx_read(csl_ctx *ctx, const char *text, unsigned *count);

/* True if the name starts with these parts: ptx_is("bar.sync.aligned", "bar.sync"). */
bool csl_ptx_is(const csl_ptx *i, const char *prefix);
/* True if one of the parts after the first is exactly this. */
bool csl_ptx_has(const csl_ptx *i, const char *part);

#endif
