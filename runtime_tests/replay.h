/* Witness replay: the block shape of a finding's witness is launched, and a hazard looked for. */
#ifndef CSL_RUNTIME_REPLAY_H
#define CSL_RUNTIME_REPLAY_H

#include "lint.h"
#include "setup.h"

/* Whether the witnesses of a rule are replayed: shared-race and the barrier rules of the block. */
bool csl_replayed_rule(const char *rule);

/* Replays the witnesses of `lint` and adds the results to record->replays. The runs and sanitizer
 * reports of the record are those of the case as written, and `log` names the launches of one of
 * these runs (reshape.c). If a kernel was launched with the shape of the witness, they decide;
 * else the kernel is launched again with that shape. False if the device is not healthy any more.
 */
bool csl_replay_witnesses(const csl_setup *setup, const csl_case *c, const csl_lint *lint,
                          const char *log, csl_record *record);

/* Whether `log` holds a launch of the kernel called `name`, with blocks of that shape if `block` is
 * not NULL. */
bool csl_launched(const char *log, const char *name, const unsigned block[3]);

#endif
