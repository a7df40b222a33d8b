#pragma once
#pragma clang system_header
/* {fmt}: text made of values. Host code. */
#include <string>
#define FMT_STRING(s) s
#define FMT_VERSION 90100
#define FMT_COMPILE(s) s
namespace fmt {
using std::string_view;
struct memory_buffer {
    const char *data() const;
    size_t size() const;
    const char *begin() const;
    const char *end() const;
};
template <class T_> struct format_string { template <class S_> format_string(const S_ &); };
struct format_parse_context { const char *begin() const; const char *end() const; };
struct format_context { char *out() const; };
struct format_args { template <class... A_> format_args(const A_ &...); };
template <class... A_> format_args make_format_args(const A_ &...);
template <class F_> std::string vformat(const F_ &, format_args);
template <class F_> void vprint(const F_ &, format_args);
template <class T_, class C_ = char, class E_ = void> struct formatter {
    template <class P_> constexpr auto parse(P_ &p) { return p.begin(); }
    template <class F_> auto format(const T_ &, F_ &f) const { return f.out(); }
};
struct ostream_formatter : formatter<int> {};
struct text_style { text_style operator|(text_style) const; };
enum class color { red, green, blue, yellow, white, black, orange, cyan, gray, magenta };
enum class emphasis { bold, italic, underline };
template <class C_> text_style fg(C_);
template <class C_> text_style bg(C_);
template <class F_, class... A_> std::string format(const F_ &, A_ &&...);
template <class F_, class... A_> std::string sprintf(const F_ &, A_ &&...);
template <class F_, class... A_> void print(const F_ &, A_ &&...);
template <class F_, class... A_> void println(const F_ &, A_ &&...);
template <class F_, class... A_> void printf(const F_ &, A_ &&...);
template <class O_, class F_, class... A_> O_ format_to(O_, const F_ &, A_ &&...);
template <class O_, class F_, class... A_> O_ format_to_n(O_, size_t, const F_ &, A_ &&...);
template <class F_, class... A_> size_t formatted_size(const F_ &, A_ &&...);
template <class... A_> std::string join(A_ &&...);
template <class T_> std::string to_string(const T_ &);
template <class T_> const void *ptr(T_);
template <class T_> const T_ &streamed(const T_ &v) { return v; }
template <class T_> const T_ &runtime(const T_ &v) { return v; }
template <class N_, class T_> const T_ &arg(const N_ &, const T_ &v) { return v; }
template <class T_> const T_ &styled(const T_ &v, text_style) { return v; }
template <class T_> const T_ &group_digits(const T_ &v) { return v; }
}
