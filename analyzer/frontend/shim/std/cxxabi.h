#pragma once
#pragma clang system_header
namespace abi {
char *__cxa_demangle(const char *, char *, size_t *, int *);
}
