#include "sandbox.h"

#include "sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Landlock: which files ------------------------------------------------------------------- */

/* The rights of version 1 that files and folders have, and those that came later. */
enum { REFER = 1 << 13, TRUNCATE = 1 << 14, DEVICE = 1 << 15, ALL_OF_1 = (1 << 13) - 1 };

static long landlock_version(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static void allow_reading(int rules, const char *path) {
    struct stat status;
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0) {
        const bool folder = S_ISDIR(status.st_mode);
        const struct landlock_path_beneath_attr rule = {
            .allowed_access =
                LANDLOCK_ACCESS_FS_READ_FILE | (folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
            .parent_fd = fd};
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(fd);
}

static void confine_files(const char *const *readable, size_t n) {
    const long version = landlock_version();
    if (version < 1)
        return;
    const struct landlock_ruleset_attr all = {
        .handled_access_fs = ALL_OF_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) |
                             (version >= 5 ? DEVICE : 0)};
    const int rules =
        (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
    if (rules < 0)
        return;
    for (size_t i = 0; i < n; i++)
        allow_reading(rules, readable[i]);
    syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
}

/* ---- seccomp: which system calls -------------------------------------------------------------- */

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* What reading and computing take. */
static const int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_statfs,
    SYS_fstatfs,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_fcntl,
    SYS_dup,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_mincore,
    SYS_futex,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_sched_getparam,
    SYS_sched_getscheduler,
    SYS_getpid,
    SYS_gettid,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_exit,
    SYS_exit_group,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rt_sigtimedwait,
    SYS_sigaltstack,
    SYS_restart_syscall,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getrandom,
    SYS_set_robust_list,
    SYS_set_tid_address,
    SYS_uname,
    SYS_sysinfo,
    SYS_membarrier,
    SYS_getrusage,
    SYS_times,
    SYS_ppoll,
    SYS_timer_create,
    SYS_timer_settime,
    SYS_timer_delete,
    SYS_umask,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_stat /* calls that newer architectures do not have */
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_getdents,
    SYS_poll,
    SYS_time,
    SYS_arch_prctl,
    SYS_getrlimit,
#endif
};

/* What only code that broke in would do. */
static const int deadly[] = {
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_sendto,
    SYS_sendmsg,
    SYS_bpf,
    SYS_mount,
    SYS_umount2,
    SYS_setns,
    SYS_unshare,
    SYS_chroot,
    SYS_pivot_root,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_userfaultfd,
    SYS_perf_event_open,
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setgroups,
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
};

/* The program, and how much of it is written. */
typedef struct filter {
    struct sock_filter code[512];
    unsigned short n;
} filter;

enum { ALLOW = SECCOMP_RET_ALLOW, UNKNOWN = SECCOMP_RET_ERRNO | ENOSYS };
#define DENY (SECCOMP_RET_ERRNO | EACCES)
#define KILL SECCOMP_RET_KILL_PROCESS
#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))

static void add(filter *f, struct sock_filter instruction) {
    f->code[f->n++] = instruction;
}

static void load(filter *f, uint32_t field) {
    add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, field));
}

static void give(filter *f, uint32_t action) {
    add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* With the number of the call loaded: this call ends with this action. */
static void call_gives(filter *f, int call, uint32_t action) {
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1));
    give(f, action);
}

/* The low half of an argument. */
static uint32_t argument(unsigned i) {
    return FIELD(args) + i * 8 + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0);
}

/* This call gives `with` if any of these bits of an argument is set, else `without`. */
static void call_by_bits(filter *f, int call, unsigned i, uint32_t bits, uint32_t with,
                         uint32_t without) {
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4));
    load(f, argument(i));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    give(f, with);
    give(f, without);
}

/* This call is allowed if an argument is this, else it gives `otherwise`. */
static void call_by_value(filter *f, int call, unsigned i, uint32_t value, uint32_t otherwise) {
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4));
    load(f, argument(i));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    give(f, ALLOW);
    give(f, otherwise);
}

#ifdef ARCHITECTURE
static void write_filter(filter *f) {
    const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    load(f, FIELD(arch));
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    give(f, KILL);
    load(f, FIELD(nr));
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        call_gives(f, allowed[i], ALLOW);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        call_gives(f, deadly[i], KILL);
    call_gives(f, SYS_ioctl, SECCOMP_RET_ERRNO | ENOTTY);
    call_by_bits(f, SYS_openat, 2, writing, DENY, ALLOW);
#ifdef SYS_open
    call_by_bits(f, SYS_open, 1, writing, DENY, ALLOW);
#endif
    call_by_bits(f, SYS_mmap, 2, PROT_EXEC, DENY, ALLOW);
    call_by_bits(f, SYS_mprotect, 2, PROT_EXEC, DENY, ALLOW);
    call_by_bits(f, SYS_clone, 0, CLONE_THREAD, ALLOW, KILL);
    call_by_value(f, SYS_kill, 0, (uint32_t)getpid(), KILL);
    call_by_value(f, SYS_tgkill, 0, (uint32_t)getpid(), KILL);
    call_by_value(f, SYS_prctl, 0, PR_SET_NAME, DENY);
    call_by_value(f, SYS_prlimit64, 2, 0, DENY); /* asking, not setting */
    give(f, UNKNOWN);
}

static void confine_calls(void) {
    filter f = {.n = 0};
    write_filter(&f);
    const struct sock_fprog program = {f.n, f.code};
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
#else
static void confine_calls(void) {
}
#endif

/* ---- the whole ------------------------------------------------------------------------------- */

/* Root keeps the one right to read what others own. */
static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capget, &header, data) != 0)
        return;
    data[0].effective = data[0].permitted &= 1u << CAP_DAC_READ_SEARCH;
    data[1].effective = data[1].permitted = 0;
    data[0].inheritable = data[1].inheritable = 0;
    syscall(SYS_capset, &header, data);
}

void csl_sandbox_enter(const char *const *readable, size_t n) {
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    confine_files(readable, n);
    drop_capabilities();
    if (!CSL_SANITIZED)
        confine_calls();
}

const char *csl_sandbox_missing(void) {
    const uint32_t kill = KILL;
    bool calls = !CSL_SANITIZED && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &kill) == 0;
#ifndef ARCHITECTURE
    calls = false;
#endif
    const bool files = landlock_version() >= 1;
    return files ? (calls ? NULL : "seccomp") : calls ? "Landlock" : "Landlock and seccomp";
}
