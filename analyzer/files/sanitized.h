/* Defines CSL_SANITIZED where AddressSanitizer is compiled in: it looks at its own process, and its
 * shadow memory is larger than any limit.
 */
#ifndef CSL_FILES_SANITIZED_H
#define CSL_FILES_SANITIZED_H

#ifdef __has_feature /* clang */
#if __has_feature(address_sanitizer)
#define CSL_SANITIZED
#endif
#elif defined __SANITIZE_ADDRESS__
#define CSL_SANITIZED
#endif

#endif
