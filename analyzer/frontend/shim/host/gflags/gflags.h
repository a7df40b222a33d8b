#pragma once
#pragma clang system_header
/* gflags: options of a program. */
#include <string>
#define DEFINE_bool(name, value, text) bool FLAGS_##name = value
#define DEFINE_int32(name, value, text) int FLAGS_##name = value
#define DEFINE_uint32(name, value, text) unsigned FLAGS_##name = value
#define DEFINE_int64(name, value, text) long FLAGS_##name = value
#define DEFINE_uint64(name, value, text) unsigned long FLAGS_##name = value
#define DEFINE_double(name, value, text) double FLAGS_##name = value
#define DEFINE_string(name, value, text) std::string FLAGS_##name = value
#define DECLARE_bool(name) extern bool FLAGS_##name
#define DECLARE_int32(name) extern int FLAGS_##name
#define DECLARE_uint32(name) extern unsigned FLAGS_##name
#define DECLARE_int64(name) extern long FLAGS_##name
#define DECLARE_uint64(name) extern unsigned long FLAGS_##name
#define DECLARE_double(name) extern double FLAGS_##name
#define DECLARE_string(name) extern std::string FLAGS_##name
#define DEFINE_validator(name, f) static const bool FLAGS_##name##_validated = true
namespace gflags {
unsigned ParseCommandLineFlags(int *, char ***, bool);
template <class F_> bool RegisterFlagValidator(const F_ *, bool (*)(const char *, F_));
void SetUsageMessage(const std::string &);
void SetVersionString(const std::string &);
void ShowUsageWithFlags(const char *);
void ShutDownCommandLineFlags();
}
namespace google {
using namespace gflags;
}
