/* The calls that -fsanitize=thread puts before each access and into each function. Names and
 * meanings are those of LLVM's ThreadSanitizer interface (llvm/lib/Transforms/Instrumentation/
 * ThreadSanitizer.cpp); its runtime library is not linked. */
#include "runtime.h"

#include <string.h>

#define PC ((uint32_t)(uintptr_t)__builtin_return_address(0))

#define ACCESS(size)                                                                               \
    void __tsan_read##size(void *p);                                                               \
    void __tsan_write##size(void *p);                                                              \
    void __tsan_unaligned_read##size(void *p);                                                     \
    void __tsan_unaligned_write##size(void *p);                                                    \
    void __tsan_volatile_read##size(void *p);                                                      \
    void __tsan_volatile_write##size(void *p);                                                     \
    void __tsan_unaligned_volatile_read##size(void *p);                                            \
    void __tsan_unaligned_volatile_write##size(void *p);                                           \
    void __tsan_read_write##size(void *p);                                                         \
    void __tsan_unaligned_read_write##size(void *p);                                               \
    void __tsan_read##size(void *p) {                                                              \
        oracle_access(p, size, false, PC);                                                         \
    }                                                                                              \
    void __tsan_write##size(void *p) {                                                             \
        oracle_access(p, size, true, PC);                                                          \
    }                                                                                              \
    void __tsan_unaligned_read##size(void *p) {                                                    \
        oracle_access(p, size, false, PC);                                                         \
    }                                                                                              \
    void __tsan_unaligned_write##size(void *p) {                                                   \
        oracle_access(p, size, true, PC);                                                          \
    }                                                                                              \
    void __tsan_volatile_read##size(void *p) {                                                     \
        volatile_access(p, size, false, PC);                                                       \
    }                                                                                              \
    void __tsan_volatile_write##size(void *p) {                                                    \
        volatile_access(p, size, true, PC);                                                        \
    }                                                                                              \
    void __tsan_unaligned_volatile_read##size(void *p) {                                           \
        volatile_access(p, size, false, PC);                                                       \
    }                                                                                              \
    void __tsan_unaligned_volatile_write##size(void *p) {                                          \
        volatile_access(p, size, true, PC);                                                        \
    }                                                                                              \
    void __tsan_read_write##size(void *p) {                                                        \
        oracle_access(p, size, false, PC);                                                         \
        oracle_access(p, size, true, PC);                                                          \
    }                                                                                              \
    void __tsan_unaligned_read_write##size(void *p) {                                              \
        oracle_access(p, size, false, PC);                                                         \
        oracle_access(p, size, true, PC);                                                          \
    }

/* A thread may spin on what it reads: others get their turn. */
static void volatile_access(const void *p, size_t size, bool write, uint32_t pc) {
    if (oracle.current)
        oracle_maybe_yield();
    oracle_volatile_access(p, size, write, pc);
}

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

/* ---- ranges -------------------------------------------------------------------------------- */

void __tsan_read_range(void *p, size_t size);
void __tsan_write_range(void *p, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memset(void *to, int byte, size_t size);

/* In pieces, since a write is compared with what was there in pieces. */
static void range(const void *p, size_t size, bool write, uint32_t pc) {
    for (size_t done = 0; done < size; done += 16)
        oracle_access((const char *)p + done, size - done < 16 ? size - done : 16, write, pc);
    oracle_settle();
}

void __tsan_read_range(void *p, size_t size) {
    range(p, size, false, PC);
}

void __tsan_write_range(void *p, size_t size) {
    range(p, size, true, PC);
}

/* Each piece is stored before the next is announced. */
void *__tsan_memmove(void *to, const void *from, size_t size) {
    char kept[4096];
    range(from, size, false, PC);
    if (size > sizeof kept) {
        range(to, size, true, PC);
        return memmove(to, from, size);
    }
    memcpy(kept, from, size);
    for (size_t done = 0; done < size; done += 16) {
        size_t piece = size - done < 16 ? size - done : 16;
        oracle_access((char *)to + done, piece, true, PC);
        memcpy((char *)to + done, kept + done, piece);
    }
    oracle_settle();
    return to;
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
    return __tsan_memmove(to, from, size);
}

void *__tsan_memset(void *to, int byte, size_t size) {
    for (size_t done = 0; done < size; done += 16) {
        size_t piece = size - done < 16 ? size - done : 16;
        oracle_access((char *)to + done, piece, true, PC);
        memset((char *)to + done, byte, piece);
    }
    oracle_settle();
    return to;
}

/* ---- calls --------------------------------------------------------------------------------- */

void __tsan_init(void);
void __tsan_func_entry(void *pc);
void __tsan_func_exit(void);
void __tsan_vptr_update(void **at, void *value);
void __tsan_vptr_read(void **at);

void __tsan_init(void) {
}

void __tsan_func_entry(void *pc) {
    oracle_thread *t = oracle.current;
    if (!t)
        return;
    if (t->depth < MOST_CALLS)
        t->calls[t->depth] = (oracle_call){t->path, (uint32_t)(uintptr_t)pc};
    t->depth++;
    t->path = (t->path ^ (uintptr_t)pc) * 0x100000001b3u;
}

void __tsan_func_exit(void) {
    oracle_thread *t = oracle.current;
    if (t && t->depth > 0 && --t->depth < MOST_CALLS)
        t->path = t->calls[t->depth].path;
}

void __tsan_vptr_update(void **at, void *value) {
    (void)value;
    oracle_access(at, sizeof *at, true, PC);
}

void __tsan_vptr_read(void **at) {
    oracle_access(at, sizeof *at, false, PC);
}
