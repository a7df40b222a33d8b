/* Runs a program that may hang, crash, flood its output, ignore signals or leave children behind,
 * and comes back with what happened, in bounded time. */
#ifndef CSL_RUNTIME_WATCHDOG_H
#define CSL_RUNTIME_WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>

typedef enum csl_ending {
    CSL_ENDING_EXIT,     /* by itself; `code` is the exit status */
    CSL_ENDING_SIGNAL,   /* by a signal it was not sent by us; `code` is the signal */
    CSL_ENDING_DEADLINE, /* it ran past its deadline and was killed */
    CSL_ENDING_STUCK,    /* it was killed, and even so did not go away (in the driver, say) */
    CSL_ENDING_NO_START, /* it could not be started; `code` is the errno */
} csl_ending;

typedef struct csl_watch_limits {
    double deadline; /* seconds until it is asked to end (SIGTERM) */
    double grace;    /* seconds from then until it is killed (SIGKILL) */
    size_t output;   /* bytes of output that are kept; what follows is read and dropped */
} csl_watch_limits;

typedef struct csl_watched {
    csl_ending ending;
    int code;
    double seconds;        /* from the start until it ended or was asked to end */
    char *output;          /* of both channels, ended by 0; the caller frees it with g_free */
    bool truncated;        /* there was more output than was kept */
    unsigned absent_lanes; /* processes it left behind, which were killed */
} csl_watched;

/* Runs argv[0] (looked up in PATH) in a session of its own, with `environment` ("NAME=VALUE", ended
 * by NULL; may be NULL) added to ours, no input, and its output kept. Whatever it started is gone
 * when this returns, also what has left its session. The calling process must have no other
 * children: orphans are handed to it, and it reaps every child it has. */
void csl_watch(const char *const *argv, const char *const *environment,
               const csl_watch_limits *limits, csl_watched *result);

#endif
