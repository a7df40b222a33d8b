/* What the tool says to the program that started it. */
#ifndef CSL_EXIT_CODES_H
#define CSL_EXIT_CODES_H

enum { CSL_EXIT_CLEAN = 0, CSL_EXIT_FINDINGS = 1, CSL_EXIT_USAGE = 2, CSL_EXIT_NOT_ANALYSED = 3 };

#endif
