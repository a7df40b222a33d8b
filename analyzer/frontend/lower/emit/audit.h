/* Whether lowering came to everything a statement does (audit.c). Private to lower/. */
#ifndef CSL_AUDIT_H
#define CSL_AUDIT_H

#include "emit.h"

/* The expression is lowered. */
void csl_account(csl_lower_state *L, CXCursor e);
/* Nothing in the expression happens, or it has no effects. */
void csl_account_whole(csl_lower_state *L, CXCursor e);
/* To be called after the statement was lowered; those in it are audited by themselves. */
void csl_audit_statement(csl_lower_state *L, CXCursor s);

#endif
