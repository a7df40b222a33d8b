/* Several jobs at once, each in a process of its own. */
#ifndef CSL_RUNTIME_POOL_H
#define CSL_RUNTIME_POOL_H

/* What a job returns: the exit status of its process. */
enum { CSL_JOB_DONE = 0, CSL_JOB_FAILED = 1, CSL_JOB_STOP = 2 /* start no further jobs */ };

typedef int csl_job_fn(unsigned index, void *user);

typedef struct csl_pool_result {
    unsigned done, failed, stopped; /* jobs by what they returned; a crash is a failure */
    unsigned not_started;
} csl_pool_result;

/* Runs job(0 .. count-1, user), each in a forked process, at most `workers` at a time and started
 * in that order. No job is started `seconds` after the call (0: no limit), nor after one returned
 * CSL_JOB_STOP; those that run come to their end. A job shares nothing with the caller but files.
 */
csl_pool_result csl_pool(unsigned count, unsigned workers, double seconds, csl_job_fn *job,
                         void *user);

#endif
