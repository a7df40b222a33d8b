/* Launches as the program asks for them. */
#ifndef ORACLE_LAUNCH_H
#define ORACLE_LAUNCH_H

#include "runtime.h"

/* The shape of the next launch; 0. */
unsigned oracle_configure(oracle_dim3 grid, oracle_dim3 block, size_t shared);
/* Runs all blocks. Called by oracle_launch_stub (fibre.c) with the caller's argument registers and
 * the address of the arguments on its stack; `number` names the kernel in the report. */
void oracle_launch(const uint64_t *registers, const char *stack, const void *kernel, int number);
/* The shape is not one that a device takes; cudaGetLastError() will say so (include/host.h). */
void oracle_launch_failed(void);

#endif
