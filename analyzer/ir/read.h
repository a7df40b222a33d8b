/* Shared by read.c and read_stmt.c. */
#ifndef CSL_IR_READ_H
#define CSL_IR_READ_H

#include "text.h"

typedef struct csl_module_reader {
    csl_reader r;
    csl_module *m;
    csl_kernel *k;            /* the kernel being read */
    const csl_frame **frames; /* of that kernel */
    uint32_t nframes;
} csl_module_reader;

uint32_t csl_read_u32(csl_reader *r);
const char *csl_read_interned(csl_reader *r);
/* Begins a field: "(key" or a bare flag. Answers the word; the caller closes a list. */
const char *csl_read_field(csl_reader *r, bool *is_list);
/* Fails: such a field does not belong here. */
void csl_read_unknown(csl_reader *r, const char *key);
/* A place behind "(at", up to and without the closing parenthesis. */
const csl_place *csl_read_place_fields(csl_module_reader *mr);
/* Statements up to the end of the list. */
csl_stmt *csl_read_sequence(csl_module_reader *mr);

#endif
