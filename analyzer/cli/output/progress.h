/* A line on the terminal that says how far a long run is. */
#ifndef CSL_PROGRESS_H
#define CSL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Starts counting time. Nothing is ever shown if `wanted` is false or standard error is no
 * terminal. */
void csl_progress_start(bool wanted);
/* Shows the line if the run has taken longer than a second. */
void csl_progress_show(uint32_t done, uint32_t of);
/* Takes the line away; before anything else is written to the terminal. */
void csl_progress_clear(void);

#endif
