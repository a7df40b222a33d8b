#pragma clang system_header
/* As in C, each inclusion looks at NDEBUG anew. core/device.h has assert() without being asked. */
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) __csl_assume(static_cast<bool>(__VA_ARGS__))
#endif
