/* Launches: the configuration, all blocks one after another, and what ends a launch before its end.
 */
#include "launch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { DEFAULT_BUDGET = 20000000, DEFAULT_SECONDS = 10 };

oracle_run oracle;
oracle_dim3 oracle_threadIdx, oracle_blockIdx, oracle_blockDim, oracle_gridDim;

extern char *__libc_stack_end;

static struct {
    oracle_dim3 grid, block;
    size_t shared;
} configured;

static uint64_t budget, seed, most_blocks;
static bool go_on; /* with the next launch after one that was discarded */
static int seconds, ticks;

void oracle_stop(run_status why) {
    siglongjmp(oracle.stop, (int)why + 1);
}

/* ---- signals ------------------------------------------------------------------------------- */

/* A fault of the host's own code is none of ours. */
static void on_fault(int number, siginfo_t *info, void *context) {
    (void)context;
    if (!oracle.running) {
        signal(number, SIG_DFL);
        return;
    }
    if (number == SIGSEGV || number == SIGBUS)
        oracle_stop(oracle_fibre_guards(info->si_addr) ? RUN_STACK : RUN_FAULT);
    oracle_stop(RUN_UNDEFINED);
}

/* For loops that access nothing: the budget does not see them. */
static void on_tick(int number) {
    (void)number;
    if (oracle.running && ++ticks > seconds)
        oracle_stop(RUN_BUDGET);
}

static void catch_signals(void) {
    static char stack[64 * 1024];
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigaction(faults[i], &action, NULL);
    sigaction(SIGVTALRM,
              &(struct sigaction){.sa_handler = on_tick, .sa_flags = SA_ONSTACK | SA_RESTART},
              NULL);
    struct itimerval each_second = {.it_interval = {.tv_sec = 1}, .it_value = {.tv_sec = 1}};
    setitimer(ITIMER_VIRTUAL, &each_second, NULL);
}

static uint64_t number_from(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void start(void) {
    oracle_memory_start();
    oracle_detect_start();
    oracle_report_start();
    catch_signals();
    oracle.mode = (schedule_mode)number_from("ORACLE_MODE", IN_ORDER);
    seed = number_from("ORACLE_SEED", 1);
    budget = number_from("ORACLE_BUDGET", DEFAULT_BUDGET);
    most_blocks = number_from("ORACLE_BLOCKS", UINT32_MAX);
    go_on = number_from("ORACLE_INDEPENDENT", 0);
    seconds = (int)number_from("ORACLE_SECONDS", DEFAULT_SECONDS);
}

/* ---- launching ----------------------------------------------------------------------------- */

unsigned oracle_configure(oracle_dim3 grid, oracle_dim3 block, size_t shared) {
    configured.grid = grid;
    configured.block = block;
    configured.shared = shared;
    return 0;
}

static void run_block(uint64_t number, const oracle_arguments *arguments, const void *kernel) {
    oracle_dim3 grid = oracle_gridDim;
    oracle.block = (uint32_t)number;
    oracle_blockIdx.x = (unsigned)(number % grid.x);
    oracle_blockIdx.y = (unsigned)(number / grid.x % grid.y);
    oracle_blockIdx.z = (unsigned)(number / grid.x / grid.y);
    oracle_poison_shared();
    oracle_block_run(arguments, kernel);
}

static void run_all(const oracle_arguments *arguments, const void *kernel, int number) {
    volatile run_status status = RUN_DONE;
    int why = sigsetjmp(oracle.stop, 1);
    if (why == 0) {
        oracle.running = true;
        uint64_t step = oracle.nblocks > most_blocks ? oracle.nblocks / most_blocks : 1;
        for (uint64_t i = 0; i < oracle.nblocks; i += step)
            run_block(oracle.mode == REVERSED ? oracle.nblocks - 1 - i : i, arguments, kernel);
    } else {
        status = (run_status)(why - 1);
    }
    oracle.running = false;
    oracle_forget();
    oracle.current = NULL;
    oracle_report_launch(number, status);
    if (status != RUN_DONE && !go_on)
        _exit(3);
}

static uint64_t volume(oracle_dim3 d) {
    return (uint64_t)d.x * d.y * d.z;
}

void oracle_launch(const uint64_t *registers, const char *stack, const void *kernel, int number) {
    static oracle_arguments arguments;
    memcpy(arguments.general, registers, sizeof arguments.general + sizeof arguments.vector);
    size_t room = (size_t)((char *)__libc_stack_end - stack);
    arguments.stack_bytes = room < ARGUMENT_BYTES ? room : ARGUMENT_BYTES;
    memcpy(arguments.stack, stack, arguments.stack_bytes);
    uint64_t threads = volume(configured.block), blocks = volume(configured.grid);
    if (threads == 0 || threads > MOST_THREADS || blocks == 0 || blocks > UINT32_MAX) {
        oracle_launch_failed();
        return;
    }
    oracle.launch++;
    oracle.nthreads = (uint32_t)threads;
    oracle.nblocks = blocks;
    oracle.budget = budget;
    oracle.dynamic_bytes = configured.shared;
    ticks = 0;
    oracle_random_seed(seed * 1000003 + oracle.launch);
    oracle_blockDim = configured.block;
    oracle_gridDim = configured.grid;
    run_all(&arguments, kernel, number);
}
