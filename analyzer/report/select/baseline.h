/* The baseline: findings that were there when the tool was introduced, kept in a file so that only
 * new ones fail. One entry per finding, known by its fingerprint, never by lines or counts, so a
 * fix and a new defect cannot cancel out. The file is JSON with one entry per line, sorted, so that
 * it merges well. Paths in it are relative to the root of the repository (csl_sources_path).
 */
#ifndef CSL_REPORT_BASELINE_H
#define CSL_REPORT_BASELINE_H

#include "../../../rules/finding.h"
#include "../source/source.h"

#include <stdbool.h>

typedef struct csl_baseline csl_baseline;

/* Nothing accepted yet: to write the first baseline. */
csl_baseline *csl_baseline_new(void);
/* NULL and one line in *error (caller frees) if the file cannot be read or is no baseline. */
csl_baseline *csl_baseline_read(const char *file, char **error);
void csl_baseline_free(csl_baseline *baseline);

/* Takes the findings that the baseline holds out of the results or, with `show`, marks them
 * suppressed. A finding matches an entry of the same path and fingerprint, or one of the same
 * fingerprint whose file is gone (it was renamed). Returns how many matched. */
uint32_t csl_baseline_apply(csl_baseline *baseline, csl_result *const *results, uint32_t n,
                            csl_sources *sources, bool show);

/* True if the rule took part in the analysis of input `index`. */
typedef bool csl_took_part_fn(const char *rule, uint32_t index, const void *user);

/* What a run looked at. */
typedef struct csl_looked_at {
    csl_result *const *results;
    uint32_t n;
    csl_sources *sources;
    csl_took_part_fn *took_part; /* NULL: every rule did */
    const void *user;
} csl_looked_at;

/* After csl_baseline_apply: the entries that no finding matched although this run looked at their
 * file with their rule and settled their kernel, or whose file is gone. Calls `say` with "path:
 * rule in kernel: message" for each, if not NULL, and returns how many there are. */
uint32_t csl_baseline_stale(const csl_baseline *baseline, const csl_looked_at *run,
                            void (*say)(const char *line));

/* Drops the stale entries (--prune-baseline). */
void csl_baseline_prune(csl_baseline *baseline, const csl_looked_at *run);

/* Adds every finding of the results that counts (--write-baseline). */
void csl_baseline_add(csl_baseline *baseline, csl_result *const *results, uint32_t n,
                      csl_sources *sources);

uint32_t csl_baseline_size(const csl_baseline *baseline);

/* Writes the file, all of it or nothing. Entries that another run has added to it meanwhile stay:
 * they become entries of this baseline too. Returns NULL or one line (caller frees). */
char *csl_baseline_write(csl_baseline *baseline, const char *file);

#endif
