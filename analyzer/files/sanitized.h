/* CSL_SANITIZED: whether AddressSanitizer is compiled in. It looks at its own process, and its
 * shadow memory is larger than any limit.
 */
#ifndef CSL_FILES_SANITIZED_H
#define CSL_FILES_SANITIZED_H

#ifdef __has_feature /* clang */
#define CSL_SANITIZED __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define CSL_SANITIZED 1
#else
#define CSL_SANITIZED 0
#endif

#endif
