#pragma once
#pragma clang system_header
/* What modules for Python are made of: host code that hands functions over and calls none. After the
 * documentation of pybind11. */
#include <cstdint>
#include <string>
#include <utility>
#include <vector>
namespace pybind11 {
typedef std::ptrdiff_t ssize_t;
struct handle {
    template <class... A_> struct object operator()(A_ &&...) const;
    template <class T_> T_ cast() const;
    struct object attr(const char *) const;
    bool is_none() const;
    explicit operator bool() const;
};
struct object : handle {
    object();
    template <class T_> object(T_ &&);
    template <class T_> object &operator=(T_ &&);
    template <class K_> object operator[](K_ &&) const;
};
#define __csl_py_object(name)                                                                      \
    struct name : object {                                                                         \
        name();                                                                                    \
        template <class T_> name(T_ &&);                                                           \
        size_t size() const;                                                                       \
        template <class T_> void append(T_ &&);                                                    \
        object *begin() const;                                                                     \
        object *end() const;                                                                       \
    };
__csl_py_object(str) __csl_py_object(bytes) __csl_py_object(list) __csl_py_object(tuple)
__csl_py_object(dict) __csl_py_object(set) __csl_py_object(int_) __csl_py_object(float_)
__csl_py_object(bool_) __csl_py_object(none) __csl_py_object(function) __csl_py_object(kwargs)
__csl_py_object(args) __csl_py_object(capsule) __csl_py_object(buffer)
#undef __csl_py_object
template <class... A_> object cast(A_ &&...);
template <class T_> T_ cast(const handle &);
template <class... A_> tuple make_tuple(A_ &&...);

/* ---- arrays ---------------------------------------------------------------------------------- */
struct buffer_info {
    void *ptr;
    ssize_t itemsize, size, ndim;
    std::string format;
    std::vector<ssize_t> shape, strides;
};
struct array : object {
    enum { c_style = 1, f_style = 2, forcecast = 16 };
    template <class... A_> explicit array(A_ &&...);
    buffer_info request(bool = false) const;
    ssize_t size() const, ndim() const, nbytes() const, itemsize() const;
    ssize_t shape(ssize_t) const, strides(ssize_t) const;
    void *mutable_data();
    const void *data() const;
};
template <class T_, int Flags_ = array::forcecast> struct array_t : array {
    using array::array;
    template <class... A_> T_ *mutable_data(A_...);
    template <class... A_> const T_ *data(A_...) const;
    template <class... A_> T_ &mutable_at(A_...);
    template <class... A_> const T_ &at(A_...) const;
};

/* ---- modules and classes --------------------------------------------------------------------- */
struct arg {
    arg(const char *);
    template <class T_> arg &operator=(T_ &&);
    arg &noconvert(bool = true);
    arg &none(bool = true);
};
namespace literals { arg operator""_a(const char *, size_t); }
template <class...> struct call_guard {};
template <class...> struct init_of {};
template <class... A_> init_of<A_...> init();
template <class F_> init_of<F_> init(F_ &&);
template <class F_, class G_> init_of<F_, G_> pickle(F_ &&, G_ &&);
template <class... A_> struct overload_cast_impl {
    template <class R_> constexpr auto operator()(R_ (*f)(A_...)) const -> R_ (*)(A_...);
    template <class R_, class C_> constexpr auto operator()(R_ (C_::*f)(A_...)) const
        -> R_ (C_::*)(A_...);
};
template <class... A_> constexpr overload_cast_impl<A_...> overload_cast{};
struct gil_scoped_release { gil_scoped_release(); ~gil_scoped_release(); };
struct gil_scoped_acquire { gil_scoped_acquire(); ~gil_scoped_acquire(); };
struct dynamic_attr {};
struct module_local { module_local(bool = true); };
struct buffer_protocol {};
enum class return_value_policy { automatic, automatic_reference, take_ownership, copy, move,
                                 reference, reference_internal };
struct module_ : object {
    template <class... A_> module_ &def(A_ &&...);
    module_ def_submodule(const char *, const char * = nullptr);
    static module_ import(const char *);
    object doc() const;
};
typedef module_ module;
template <class... T_> struct class_ : object {
    template <class... A_> class_(A_ &&...);
#define __csl_py_def(name) template <class... A_> class_ &name(A_ &&...);
    __csl_py_def(def) __csl_py_def(def_static) __csl_py_def(def_readwrite)
    __csl_py_def(def_readonly) __csl_py_def(def_property) __csl_py_def(def_property_readonly)
    __csl_py_def(def_buffer) __csl_py_def(def_readonly_static) __csl_py_def(def_property_static)
#undef __csl_py_def
};
template <class T_> struct enum_ : object {
    template <class... A_> enum_(A_ &&...);
    enum_ &value(const char *, T_, const char * = nullptr);
    enum_ &export_values();
};
}
#define PYBIND11_MODULE(name, variable, ...)                                                       \
    static void __csl_python_module(::pybind11::module_ &variable)
#define PYBIND11_NAMESPACE pybind11
#define PYBIND11_MAKE_OPAQUE(...)
