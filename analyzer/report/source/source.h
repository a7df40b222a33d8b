/* The text of the source files that findings point into, read once and kept while reports are
 * written: excerpts, columns in characters, suppression comments. */
#ifndef CSL_REPORT_SOURCE_H
#define CSL_REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct csl_sources csl_sources;

csl_sources *csl_sources_new(void);
void csl_sources_free(csl_sources *sources);

/* The text to use for `path` instead of the file's (--stdin-filename). Copies it. */
void csl_sources_put(csl_sources *sources, const char *path, const char *text);

/* From here on only files below the root are read: who named the others is not known. */
void csl_sources_confine(csl_sources *sources);

/* Number of lines; 0 if the file cannot be read. */
uint32_t csl_sources_lines(csl_sources *sources, const char *path);

/* The whole text; NULL if the file cannot be read. Valid until csl_sources_free. */
const char *csl_sources_text(csl_sources *sources, const char *path, size_t *bytes);

/* The bytes of one line (from 1) without its line end, and how many there are. NULL if there is no
 * such line. Not terminated, any bytes but NUL; valid until csl_sources_free. */
const char *csl_sources_line(csl_sources *sources, const char *path, uint32_t line, size_t *length);

/* A byte column (from 1) as a column counted in characters (Unicode code points, from 1). Bytes
 * that are not UTF-8 count as one character each. Without the file, returns `column`. */
uint32_t csl_sources_column(csl_sources *sources, const char *path, uint32_t line, uint32_t column);

/* The name of a file as review tools know it: relative to the root of the repository the tool runs
 * in (the nearest directory upwards with a `.git`, else the current one), or absolute if it lies
 * outside. Without `.` and `..`; bytes as the file system has them. Valid until
 * csl_sources_free. */
const char *csl_sources_path(csl_sources *sources, const char *path);
/* True if there is a file of such a name. */
bool csl_sources_exists(csl_sources *sources, const char *name);
/* Another root, for tests. */
void csl_sources_set_root(csl_sources *sources, const char *root);

#endif
