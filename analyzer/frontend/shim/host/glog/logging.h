#pragma once
#pragma clang system_header
/* glog. A check that fails ends the program: what it asks holds behind it. */
#include <iostream>
#include <stdlib.h>
namespace google {
enum { INFO, WARNING, ERROR, FATAL, GLOG_INFO = 0, GLOG_WARNING, GLOG_ERROR, GLOG_FATAL };
typedef int LogSeverity;
void InitGoogleLogging(const char *);
void ShutdownGoogleLogging();
void InstallFailureSignalHandler();
template <class... A_> void SetLogDestination(A_ &&...);
void SetStderrLogging(int);
void FlushLogFiles(int);
struct __csl_line : std::ostream {
    ~__csl_line();
    __csl_line &stream();
};
struct __csl_last_line : std::ostream {
    [[noreturn]] ~__csl_last_line();
    __csl_last_line &stream();
};
struct __csl_void { template <class T_> void operator&(const T_ &); };
}
extern bool FLAGS_logtostderr, FLAGS_alsologtostderr, FLAGS_colorlogtostderr;
extern int FLAGS_minloglevel, FLAGS_stderrthreshold, FLAGS_v;
extern std::string FLAGS_log_dir;
#define __csl_log_INFO ::google::__csl_line()
#define __csl_log_WARNING ::google::__csl_line()
#define __csl_log_ERROR ::google::__csl_line()
#define __csl_log_DFATAL ::google::__csl_line()
#define __csl_log_FATAL ::google::__csl_last_line()
#define LOG(level) __csl_log_##level.stream()
#define LOG_IF(level, c) !(c) ? (void)0 : ::google::__csl_void() & LOG(level)
#define LOG_EVERY_N(level, n) LOG(level)
#define LOG_FIRST_N(level, n) LOG(level)
#define LOG_IF_EVERY_N(level, c, n) LOG_IF(level, c)
#define PLOG(level) LOG(level)
#define VLOG(n) LOG(INFO)
#define VLOG_IF(n, c) LOG_IF(INFO, c)
#define VLOG_IS_ON(n) (FLAGS_v >= (n))
#define DLOG(level) LOG(level)
#define DLOG_IF(level, c) LOG_IF(level, c)
#define DVLOG(n) LOG(INFO)
#define CHECK(c) if (!(c)) abort(); else ::google::__csl_line().stream()
#define PCHECK(c) CHECK(c)
#define CHECK_EQ(a, b) CHECK((a) == (b))
#define CHECK_NE(a, b) CHECK((a) != (b))
#define CHECK_LT(a, b) CHECK((a) < (b))
#define CHECK_LE(a, b) CHECK((a) <= (b))
#define CHECK_GT(a, b) CHECK((a) > (b))
#define CHECK_GE(a, b) CHECK((a) >= (b))
#define CHECK_STREQ(a, b) ::google::__csl_line().stream()
#define CHECK_STRNE(a, b) ::google::__csl_line().stream()
#define CHECK_NEAR(a, b, c) ::google::__csl_line().stream()
#define CHECK_DOUBLE_EQ(a, b) ::google::__csl_line().stream()
#define CHECK_NOTNULL(p) (p)
#define DCHECK(c) ::google::__csl_line().stream()
#define DCHECK_EQ(a, b) DCHECK((a) == (b))
#define DCHECK_NE(a, b) DCHECK((a) != (b))
#define DCHECK_LT(a, b) DCHECK((a) < (b))
#define DCHECK_LE(a, b) DCHECK((a) <= (b))
#define DCHECK_GT(a, b) DCHECK((a) > (b))
#define DCHECK_GE(a, b) DCHECK((a) >= (b))
