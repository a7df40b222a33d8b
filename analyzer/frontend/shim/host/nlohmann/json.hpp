#pragma once
#pragma clang system_header
/* JSON for Modern C++: values of a file. Host code. */
#include <initializer_list>
#include <iostream>
#include <string>
#include <vector>
#define NLOHMANN_DEFINE_TYPE_INTRUSIVE(...)
#define NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(...)
#define NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(...)
#define NLOHMANN_JSON_SERIALIZE_ENUM(...)
namespace nlohmann {
struct json {
    struct exception { const char *what() const; };
    struct parse_error : exception {};
    struct type_error : exception {};
    struct out_of_range : exception {};
    struct iterator {
        json &operator*() const;
        json *operator->() const;
        iterator &operator++();
        bool operator==(const iterator &) const;
        bool operator!=(const iterator &) const;
        std::string key() const;
        json &value() const;
    };
    typedef iterator const_iterator;
    typedef json value_type;
    json();
    json(std::initializer_list<json>);
    template <class T_> json(const T_ &);
    template <class T_> json &operator=(const T_ &);
    template <class T_> operator T_() const;
    template <class K_> json &operator[](const K_ &) const;
    template <class K_> json &at(const K_ &) const;
    template <class T_> T_ get() const;
    template <class T_> T_ &get_ref() const;
    template <class T_> void get_to(T_ &) const;
    template <class K_, class T_> T_ value(const K_ &, const T_ &) const;
    template <class K_> std::string value(const K_ &, const char *) const;
    template <class K_> bool contains(const K_ &) const;
    template <class K_> size_t count(const K_ &) const;
    template <class K_> iterator find(const K_ &) const;
    template <class K_> size_t erase(const K_ &);
    template <class T_> void push_back(const T_ &);
    template <class... A_> void emplace_back(A_ &&...);
    template <class T_> void update(const T_ &, bool = false);
    void merge_patch(const json &);
    bool is_null() const;
    bool is_string() const;
    bool is_number() const;
    bool is_number_integer() const;
    bool is_number_float() const;
    bool is_boolean() const;
    bool is_array() const;
    bool is_object() const;
    bool empty() const;
    size_t size() const;
    void clear();
    iterator begin() const;
    iterator end() const;
    iterator items() const;
    std::string dump(int = -1) const;
    template <class... A_> static json parse(A_ &&...);
    template <class... A_> static json array(A_ &&...);
    template <class... A_> static json object(A_ &&...);
    template <class... A_> static json from_msgpack(A_ &&...);
    template <class... A_> static std::vector<unsigned char> to_msgpack(A_ &&...);
    struct binary_t : std::vector<unsigned char> { template <class... A_> binary_t(A_ &&...); };
    static json binary(const std::vector<unsigned char> &);
    binary_t &get_binary() const;
};
typedef json ordered_json;
std::istream &operator>>(std::istream &, json &);
std::ostream &operator<<(std::ostream &, const json &);
}
inline nlohmann::json operator""_json(const char *, size_t);
