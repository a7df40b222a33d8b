/* What an asm statement says: its text, constraints and operands. Private to frontend/. */
#ifndef CSL_ASM_TEXT_H
#define CSL_ASM_TEXT_H

#include "../../parse/parse.h"

typedef struct csl_asm_text {
    const char *text; /* in LLVM's form: $0 for the first operand; NULL: not known */
    unsigned noutputs, noperands;
    const char **constraint; /* outputs first, like `operand` */
    CXCursor *operand;
} csl_asm_text;

/* Since libclang 21 the statement can be asked; before, its tokens are read, and one that comes out
 * of a macro has no text. Everything in the arena. */
csl_asm_text csl_asm_read(csl_ctx *ctx, CXCursor statement);

#endif
