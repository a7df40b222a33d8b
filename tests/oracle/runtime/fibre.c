/* Fibres: a stack a thread, and the switch between them (x86-64, System V).
 *
 * A launch arrives at oracle_launch_stub with the arguments of the kernel in registers and on the
 * stack, as the calling convention puts them; each fibre gets a copy of both, so no type need be
 * known. */
#include "runtime.h"

#include <string.h>
#include <sys/mman.h>

enum { STACK_BYTES = 256 * 1024, GUARD_BYTES = 16 * 1024 };

static char *stacks;
static void *scheduler_sp;

void oracle_switch(void **save, void *load);
void oracle_enter_kernel(void);
void oracle_fibre_end(void);

/* r12: oracle_arguments, r13: the kernel. The word at the top of the stack is its return address.
 */
__asm__(
    ".text\n"
    ".globl oracle_switch\n"
    "oracle_switch:\n"
    "  push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
    "  mov %rsp, (%rdi)\n"
    "  mov %rsi, %rsp\n"
    "  pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
    "  ret\n"
    ".globl oracle_enter_kernel\n"
    "oracle_enter_kernel:\n"
    "  mov 0(%r12), %rdi; mov 8(%r12), %rsi; mov 16(%r12), %rdx\n"
    "  mov 24(%r12), %rcx; mov 32(%r12), %r8; mov 40(%r12), %r9\n"
    "  movups 48(%r12), %xmm0; movups 64(%r12), %xmm1\n"
    "  movups 80(%r12), %xmm2; movups 96(%r12), %xmm3\n"
    "  movups 112(%r12), %xmm4; movups 128(%r12), %xmm5\n"
    "  movups 144(%r12), %xmm6; movups 160(%r12), %xmm7\n"
    "  jmp *%r13\n"
    /* r11: the kernel, r10: its number. Calls oracle_launch(registers, stack, kernel, number). */
    ".globl oracle_launch_stub\n"
    "oracle_launch_stub:\n"
    "  push %rbp; mov %rsp, %rbp; sub $176, %rsp\n"
    "  mov %rdi, 0(%rsp); mov %rsi, 8(%rsp); mov %rdx, 16(%rsp)\n"
    "  mov %rcx, 24(%rsp); mov %r8, 32(%rsp); mov %r9, 40(%rsp)\n"
    "  movups %xmm0, 48(%rsp); movups %xmm1, 64(%rsp)\n"
    "  movups %xmm2, 80(%rsp); movups %xmm3, 96(%rsp)\n"
    "  movups %xmm4, 112(%rsp); movups %xmm5, 128(%rsp)\n"
    "  movups %xmm6, 144(%rsp); movups %xmm7, 160(%rsp)\n"
    "  mov %rsp, %rdi; lea 16(%rbp), %rsi; mov %r11, %rdx; mov %r10, %rcx\n"
    "  call oracle_launch\n"
    "  leave; ret\n");

static char *stack_of(uint32_t index) {
    if (!stacks) {
        stacks = mmap(NULL, (size_t)MOST_THREADS * STACK_BYTES, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        for (uint32_t i = 0; i < MOST_THREADS; i++)
            mprotect(stacks + (size_t)i * STACK_BYTES, GUARD_BYTES, PROT_NONE);
    }
    return stacks + (size_t)index * STACK_BYTES;
}

bool oracle_fibre_guards(const void *address) {
    size_t offset = (size_t)((const char *)address - stacks);
    return stacks && (const char *)address >= stacks &&
           offset < (size_t)MOST_THREADS * STACK_BYTES && offset % STACK_BYTES < GUARD_BYTES;
}

void oracle_fibre_make(uint32_t index, const oracle_arguments *arguments, const void *kernel) {
    size_t room = (arguments->stack_bytes + 15) / 16 * 16;
    char *top = stack_of(index) + STACK_BYTES - 64 - room;
    memcpy(top, arguments->stack, arguments->stack_bytes);
    void **sp = (void **)top;
    *--sp = (void *)oracle_fibre_end; /* where the kernel returns to */
    *--sp = (void *)oracle_enter_kernel;
    *--sp = NULL;                         /* rbp */
    *--sp = NULL;                         /* rbx */
    *--sp = (void *)(uintptr_t)arguments; /* r12 */
    *--sp = (void *)(uintptr_t)kernel;    /* r13 */
    *--sp = NULL;                         /* r14 */
    *--sp = NULL;                         /* r15 */
    oracle.thread[index].sp = sp;
}

void oracle_fibre_enter(oracle_thread *t) {
    oracle.current = t;
    uint32_t i = t->index;
    oracle_threadIdx.x = i % oracle_blockDim.x;
    oracle_threadIdx.y = i / oracle_blockDim.x % oracle_blockDim.y;
    oracle_threadIdx.z = i / oracle_blockDim.x / oracle_blockDim.y;
    if (oracle.budget-- == 0)
        oracle_stop(RUN_BUDGET);
    oracle_switch(&scheduler_sp, t->sp);
    oracle.current = NULL;
}

void oracle_fibre_leave(void) {
    oracle_settle();
    oracle_switch(&oracle.current->sp, scheduler_sp);
}

/* The kernel returns to here, where a called function would begin: the stack is aligned for one. */
__attribute__((used)) void oracle_fibre_end(void) {
    oracle.current->state = ENDED;
    oracle_fibre_leave();
    __builtin_unreachable();
}
