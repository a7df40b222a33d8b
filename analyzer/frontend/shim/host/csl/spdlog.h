#pragma once
#pragma clang system_header
/* spdlog: lines of a log. Host code. */
#include <csl/format.h>
#include <memory>
#include <vector>
#define SPDLOG_LEVEL_TRACE 0
#define SPDLOG_LEVEL_DEBUG 1
#define SPDLOG_LEVEL_INFO 2
#define SPDLOG_LEVEL_WARN 3
#define SPDLOG_LEVEL_ERROR 4
#define SPDLOG_LEVEL_CRITICAL 5
#define SPDLOG_LEVEL_OFF 6
#define SPDLOG_TRACE(...) ::spdlog::trace(__VA_ARGS__)
#define SPDLOG_DEBUG(...) ::spdlog::debug(__VA_ARGS__)
#define SPDLOG_INFO(...) ::spdlog::info(__VA_ARGS__)
#define SPDLOG_WARN(...) ::spdlog::warn(__VA_ARGS__)
#define SPDLOG_ERROR(...) ::spdlog::error(__VA_ARGS__)
#define SPDLOG_CRITICAL(...) ::spdlog::critical(__VA_ARGS__)
#define SPDLOG_LOGGER_TRACE(l, ...) (l)->trace(__VA_ARGS__)
#define SPDLOG_LOGGER_DEBUG(l, ...) (l)->debug(__VA_ARGS__)
#define SPDLOG_LOGGER_INFO(l, ...) (l)->info(__VA_ARGS__)
#define SPDLOG_LOGGER_WARN(l, ...) (l)->warn(__VA_ARGS__)
#define SPDLOG_LOGGER_ERROR(l, ...) (l)->error(__VA_ARGS__)
#define SPDLOG_LOGGER_CRITICAL(l, ...) (l)->critical(__VA_ARGS__)
namespace spdlog {
namespace fmt_lib = ::fmt;
namespace level {
enum level_enum { trace, debug, info, warn, err, critical, off, n_levels };
level_enum from_str(const std::string &);
std::string to_string_view(level_enum);
}
struct source_loc { const char *filename = nullptr; int line = 0; const char *funcname = nullptr; };
struct spdlog_ex { const char *what() const; };
namespace sinks {
struct sink {
    void set_level(level::level_enum);
    void set_pattern(const std::string &);
    void flush();
};
#define __csl_sink(name)                                                                           \
    struct name : sink { template <class... A_> name(A_ &&...); };
__csl_sink(stdout_color_sink_mt) __csl_sink(stdout_color_sink_st) __csl_sink(stderr_color_sink_mt)
__csl_sink(stderr_color_sink_st) __csl_sink(stdout_sink_mt) __csl_sink(stdout_sink_st)
__csl_sink(stderr_sink_mt) __csl_sink(basic_file_sink_mt) __csl_sink(basic_file_sink_st)
__csl_sink(rotating_file_sink_mt) __csl_sink(daily_file_sink_mt) __csl_sink(ostream_sink_mt)
__csl_sink(ostream_sink_st) __csl_sink(null_sink_mt) __csl_sink(null_sink_st)
#undef __csl_sink
}
#define __csl_level(name) template <class F_, class... A_> void name(const F_ &, A_ &&...);
#define __csl_levels                                                                               \
    __csl_level(trace) __csl_level(debug) __csl_level(info) __csl_level(warn) __csl_level(error)   \
    __csl_level(critical)
using sink_ptr = std::shared_ptr<sinks::sink>;
struct logger {
    template <class... A_> logger(A_ &&...);
    __csl_levels
    template <class L_, class... A_> void log(const L_ &, A_ &&...);
    void set_level(level::level_enum);
    level::level_enum level() const;
    bool should_log(level::level_enum) const;
    template <class... A_> void set_pattern(A_ &&...);
    void flush();
    void flush_on(level::level_enum);
    std::vector<sink_ptr> &sinks();
    const std::string &name() const;
};
__csl_levels
#undef __csl_levels
#undef __csl_level
template <class L_, class... A_> void log(const L_ &, A_ &&...);
void set_level(level::level_enum);
level::level_enum get_level();
bool should_log(level::level_enum);
template <class... A_> void set_pattern(A_ &&...);
template <class... A_> void flush_every(A_ &&...);
void flush_on(level::level_enum);
std::shared_ptr<logger> get(const std::string &);
std::shared_ptr<logger> default_logger();
logger *default_logger_raw();
void set_default_logger(std::shared_ptr<logger>);
void register_logger(std::shared_ptr<logger>);
void drop(const std::string &);
void drop_all();
void shutdown();
template <class... A_> std::shared_ptr<logger> stdout_color_mt(A_ &&...);
template <class... A_> std::shared_ptr<logger> stderr_color_mt(A_ &&...);
template <class... A_> std::shared_ptr<logger> stdout_logger_mt(A_ &&...);
template <class... A_> std::shared_ptr<logger> basic_logger_mt(A_ &&...);
template <class... A_> std::shared_ptr<logger> rotating_logger_mt(A_ &&...);
template <class... A_> std::shared_ptr<logger> daily_logger_mt(A_ &&...);
namespace cfg {
void load_env_levels();
template <class... A_> void load_argv_levels(A_ &&...);
}
}
