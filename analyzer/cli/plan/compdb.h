/* compile_commands.json: who compiles what, where and how. The file is written by a build system
 * and trusted no further than its syntax. */
#ifndef CSL_COMPDB_H
#define CSL_COMPDB_H

#include <glib.h>
#include <stdint.h>

typedef struct csl_compdb csl_compdb;

/* Reads a database, of any encoding. Returns NULL and sets *error (one line; caller frees) if it is
 * not a JSON array. Elements that name no file are left out. Free with csl_compdb_free. */
csl_compdb *csl_compdb_read(const char *path, char **error);
void csl_compdb_free(csl_compdb *d);

uint32_t csl_compdb_size(const csl_compdb *d);
/* Of entry i < size. The directory is "." if the entry has none. Owned by the database. */
const char *csl_compdb_directory(const csl_compdb *d, uint32_t i);
const char *csl_compdb_file(const csl_compdb *d, uint32_t i);
/* The words of the command, the compiler first: "arguments", or "command" split as a shell does.
 * Free with g_ptr_array_unref. */
GPtrArray *csl_compdb_words(const csl_compdb *d, uint32_t i);

#endif
