/* Shared by the files that turn terms into polynomials. Internal. */
#ifndef CSL_DECIDE_NORMAL_H
#define CSL_DECIDE_NORMAL_H

#include "prover.h"

#define CSL_CONSTANT_LIMIT ((csl_wide)1 << 61)

/* BAND, BOR, BXOR of two operands in normal form. */
const csl_poly *csl_bitwise(csl_prover *p, uint32_t node, const csl_poly *a, const csl_poly *b);
/* 2 * x - (x & (w - 1)), a number with a zero put in as bit w, as 2 * w * (x / w) + x % w; NULL:
 * what is taken from 2 * x, node i, is no such mask. */
const csl_poly *csl_zero_bit_put_in(csl_prover *p, const csl_poly *twice, uint32_t i);
/* 2 to the power of a node's value. */
const csl_poly *csl_power_of_two(csl_prover *p, uint32_t node);

#endif
