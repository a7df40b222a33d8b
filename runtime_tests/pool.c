#include "pool.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* False if no process can be made. */
static bool start(unsigned index, csl_job_fn *job, void *user) {
    pid_t parent = getpid();
    fflush(NULL);
    pid_t pid = fork();
    if (pid != 0)
        return pid > 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(CSL_JOB_FAILED); /* it ended before we could be tied to it */
    int status = job(index, user);
    fflush(NULL);
    _exit(status);
}

csl_pool_result csl_pool(unsigned count, unsigned workers, double seconds, csl_job_fn *job,
                         void *user) {
    csl_pool_result r = {0};
    double started = now();
    unsigned next = 0, running = 0;
    bool more = true;
    for (;;) {
        while (more && next < count && running < workers) {
            more = (seconds <= 0 || now() - started < seconds) && start(next, job, user);
            next += more;
            running += more;
        }
        if (running == 0)
            break;
        int status;
        if (wait(&status) < 0)
            break;
        running--;
        int answer = WIFEXITED(status) ? WEXITSTATUS(status) : CSL_JOB_FAILED;
        r.done += answer == CSL_JOB_DONE;
        r.stopped += answer == CSL_JOB_STOP;
        r.failed += answer != CSL_JOB_DONE && answer != CSL_JOB_STOP;
        more = more && answer != CSL_JOB_STOP;
    }
    r.not_started = count - next;
    return r;
}
