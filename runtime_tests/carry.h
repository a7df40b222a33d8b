/* Carries records over from an earlier state of the tree to this one. What a GPU did with a program
 * is as true of the same program under another name, with other comments, or with a function of its
 * own moved into a header: that is, of every case whose source has the same text (source.h). */
#ifndef CSL_RUNTIME_CARRY_H
#define CSL_RUNTIME_CARRY_H

#include <glib.h>
#include <stdbool.h>

/* Gives each case (csl_case *) that has no record of its source the record of a case of the folder
 * `earlier`, a copy of the earlier tree with its `corpus`, if that record is of the bytes that lie
 * there and they have the text of this case. Version 1 of the format is understood too: then the
 * record lies beside the case as NAME.gpu.json, its hash is that of the bytes, and its lines are
 * those of the file. Removes a record in `folder` (NULL: that of the corpus) that is of another
 * source and that none replaces. Prints what became of the cases. False if a record cannot be
 * written. */
bool csl_carry(const GPtrArray *cases, const char *earlier, const char *folder);

#endif
