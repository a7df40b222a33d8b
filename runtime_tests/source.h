/* The source of a case as a record is about it: with the headers of the corpus in place of their
 * `#include "..."`, without comments, indentation and empty lines, and without `#pragma once`.
 * Headers of CUDA and of C++ are not read: `#include <...>` stays as it is, except that one that
 * is there already is left out (they guard themselves; <assert.h> and <cassert> do not). Nothing is
 * expanded and nothing is decided by `#if`: two sources of the same text are the same program for
 * every compiler, every architecture, host and device. No compiler and no toolkit is needed. */
#ifndef CSL_RUNTIME_SOURCE_H
#define CSL_RUNTIME_SOURCE_H

#include <glib.h>

typedef struct csl_source {
    GString *text; /* its lines, each ended by a newline */
    GArray *lines; /* of unsigned, one per line of `text`: the line of the file that it is from, 0
                      if it is from a header */
} csl_source;

/* Reads the file and the headers of its own that it includes. NULL, with a complaint on stderr, if
 * one of them cannot be read. */
csl_source *csl_source_read(const char *path);
void csl_source_free(csl_source *s);

/* The number, from 1, of the line of the text that holds a line of the file: the last one that
 * begins there or before it. 0 if there is none. */
unsigned csl_line_of_text(const csl_source *s, unsigned line_of_file);

/* The line of the file in which a line of the text begins. 0 if it is from a header, or there is no
 * such line. */
unsigned csl_line_of_file(const csl_source *s, unsigned line_of_text);

/* Turns lines of the file (unsigned, ascending) into those of the text that hold them, each once.
 */
void csl_lines_to_text(const csl_source *s, GArray *lines);

#endif
