/* Inline PTX while one asm statement is lowered. Private to asm*.c. What it does has no text: a
 * template of instructions is no name for a value or a condition. */
#ifndef CSL_ASM_H
#define CSL_ASM_H

#include "instruction.h"
#include "ptx.h"

#define CSL_ASM_REGISTERS 64

typedef struct csl_asm {
    csl_lower_state *L;
    CXCursor at;
    const CXCursor *operand; /* as the source has them */
    const csl_ptx *now;      /* the instruction being lowered */
    bool repeats;            /* ... until it succeeds */
    csl_expr **value; /* operands, outputs first; NULL: not written yet (output) or not a scalar */
    bool *written;
    unsigned noutputs, noperands;
    csl_type *type; /* of the operands */
    struct {
        const char *name;
        csl_expr *value;            /* NULL: unknown */
    } registers[CSL_ASM_REGISTERS]; /* named in the template itself */
    unsigned nregisters;
} csl_asm;

/* The value an operand text stands for: "$1", "7", "%tid.x", a named register. Unknown values are
 * havoc'd, so the result is never NULL. */
csl_expr *csl_asm_value(csl_asm *a, const char *text, csl_type type);
/* "[$1+16]": the address as a pointer. Shared addresses are often 32-bit integers made by
 * __cvta_generic_to_shared; the analysis looks through the casts. */
csl_expr *csl_asm_address(csl_asm *a, const char *text);
/* "[$1]": the size of the object whose address the source gives there, if it is one of a class; 0:
 * that is not known (named_object.c). */
uint32_t csl_asm_size_of_named(csl_asm *a, const char *text);
/* Writes "$0", "r" or, with several values, the parts of "{$0, $1}" in order. A NULL value is
 * unknown. "_" and "p|q" forms are understood. */
void csl_asm_write(csl_asm *a, const char *text, csl_expr *value);
/* The value of a predicate register, NULL if it is not known. */
csl_expr *csl_asm_register(csl_asm *a, const char *name);
/* The type a suffix names (.u32, .f64, .b8 ...); I32 if there is none. `count` gets 2 for .v2. */
csl_type csl_asm_type(const csl_ptx *i, unsigned *count);

/* Moves, comparisons and integer arithmetic (asm_arith.c). False: not followed. */
bool csl_asm_arithmetic(csl_asm *a, const csl_ptx *i);
/* Barriers, fences, votes, shuffles, exits (asm_sync.c). False: not one of them. */
bool csl_asm_sync(csl_asm *a, const csl_ptx *i);
/* What csl_asm_sync() does not know, but a warp (or four) has to execute together. */
void csl_asm_together(csl_asm *a, const csl_ptx *i);
/* Emits an access, asm_memory.c. */
csl_access *csl_asm_access(csl_asm *a, csl_mode mode, csl_expr *address, csl_type type,
                           uint32_t bytes);
/* The number, with what is known of it here: a constant if it is one. */
csl_expr *csl_asm_constant(csl_asm *a, const char *text);
/* Copies in bulk and those of tensors (asm_bulk.c), operations of the tensor core (asm_tensor.c).
 * False: not one of them, or not modelled. */
bool csl_asm_bulk(csl_asm *a, const csl_ptx *i);
bool csl_asm_tensor(csl_asm *a, const csl_ptx *i);
/* Tensor memory and the tensor core of sm_100 (asm_tcgen05.c). False: not modelled. */
bool csl_asm_tcgen05(csl_asm *a, const csl_ptx *i);
/* Descriptions of tensors that a kernel changes (asm_map.c). False: not one of these, or not
 * modelled. */
bool csl_asm_map(csl_asm *a, const csl_ptx *i);
/* A tensor copy reads the description in "[$1, {x, y}]"; that has been read when the copy ends. */
void csl_asm_read_map(csl_asm *a, const char *operand, csl_expr *object);
/* Emits a barrier, or another way to synchronise, asm_sync.c. */
csl_sync *csl_asm_emit_sync(csl_asm *a, csl_sync_kind kind, csl_scope scope);
/* A tile of shared memory, of unknown size, is read by the copy engine or the tensor core. */
void csl_asm_tile(csl_asm *a, csl_expr *address, bool is_tensor, bool is_tracked);
/* The bytes of the tile that a function of CuTe around the instruction copies; 0: there is none
 * that says it (copy_traits.c). */
uint32_t csl_asm_tile_bytes(csl_asm *a);
/* An operand of the tensor core, named by a descriptor, is read. */
void csl_asm_operand(csl_asm *a, const char *operand, bool is_tracked);
/* Operations of the tensor core arrive at the object when they have ended. */
void csl_asm_commit(csl_asm *a, csl_expr *object);
/* Loads, stores, atomics, asynchronous copies (asm_memory.c). False: not one of them. */
bool csl_asm_memory(csl_asm *a, const csl_ptx *i);

#endif
