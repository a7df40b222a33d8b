/* JSON values as they pass from a child to its parent. The form has nothing to interpret, so that
 * what a child that was taken over sends cannot do more than be refused:
 *
 *   n  t  f            null, true, false
 *   i42;  d0x1.8p+1;   a whole number, another number
 *   s5:hello           a text of five bytes
 *   a2:VALUE VALUE     a list (without the blanks)
 *   o1:TEXT VALUE      an object: names and values
 */
#ifndef CSL_CHILD_PACKED_H
#define CSL_CHILD_PACKED_H

#include <jansson.h>
#include <stddef.h>

/* Values in each other. */
enum { CSL_PACKED_DEPTH = 4096 };

/* The caller frees it. Texts of the value hold no NUL. */
char *csl_pack(const json_t *value);

/* Returns NULL if these bytes are no packed value, or one with values in each other that are too
 * many, or with a text that is no UTF-8. The caller owns the value. */
json_t *csl_unpack(const char *bytes, size_t n);

#endif
