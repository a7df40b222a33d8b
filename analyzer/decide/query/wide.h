/* Loops over lanes, for the registers of the processor at hand. Internal to decide/. */
#ifndef CSL_DECIDE_WIDE_H
#define CSL_DECIDE_WIDE_H

/* A function with this attribute is compiled once more for processors with registers of 256 and of
 * 512 bits; which one runs is decided when the program starts. They give the same integers. Not
 * with sanitizers, which are not ready by then. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CSL_WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CSL_WIDE
#endif

#endif
