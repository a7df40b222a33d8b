#pragma once
#pragma clang system_header
/* The containers and smart pointers: host code, declared only as far as it must parse. */
#include <csl/algorithm.h>
#include <csl/clib.h>
#include <csl/optional.h>
namespace std {
template <class T_> struct allocator {
    typedef T_ value_type;
    typedef T_ *pointer;
    typedef const T_ *const_pointer;
    typedef T_ &reference;
    typedef const T_ &const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    template <class U_> struct rebind {
        typedef allocator<U_> other;
    };
    T_ *allocate(size_t);
    void deallocate(T_ *, size_t);
};
template <class A_> struct allocator_traits {
    typedef A_ allocator_type;
    typedef typename A_::value_type value_type;
    typedef value_type *pointer;
    typedef const value_type *const_pointer;
    typedef void *void_pointer;
    typedef const void *const_void_pointer;
    typedef ptrdiff_t difference_type;
    typedef size_t size_type;
    template <class T_> using rebind_alloc = typename A_::template rebind<T_>::other;
    template <class T_> using rebind_traits = allocator_traits<rebind_alloc<T_>>;
    static pointer allocate(A_ &, size_type);
    static void deallocate(A_ &, pointer, size_type);
    static size_type max_size(const A_ &);
    template <class T_, class... V_> static void construct(A_ &, T_ *, V_ &&...);
    template <class T_> static void destroy(A_ &, T_ *);
};
template <class I_> struct __csl_iterator {
    typedef I_ value_type;
    typedef ptrdiff_t difference_type;
    typedef I_ *pointer;
    typedef I_ &reference;
    typedef random_access_iterator_tag iterator_category;
    I_ &operator*() const;
    I_ *operator->() const;
    I_ &operator[](ptrdiff_t) const;
    __csl_iterator &operator++();
    __csl_iterator operator++(int);
    __csl_iterator &operator--();
    __csl_iterator operator--(int);
    __csl_iterator operator+(ptrdiff_t) const;
    __csl_iterator operator-(ptrdiff_t) const;
    __csl_iterator &operator+=(ptrdiff_t);
    operator __csl_iterator<const I_>() const;
    template <class J_> ptrdiff_t operator-(const __csl_iterator<J_> &) const;
    template <class J_> bool operator==(const __csl_iterator<J_> &) const;
    template <class J_> bool operator!=(const __csl_iterator<J_> &) const;
    template <class J_> bool operator<(const __csl_iterator<J_> &) const;
};
/* What sequences and sets have in common; T is the element. */
template <class T_> struct __csl_container {
    typedef T_ value_type;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef T_ &reference;
    typedef const T_ &const_reference;
    typedef T_ *pointer;
    typedef __csl_iterator<T_> iterator;
    typedef __csl_iterator<const T_> const_iterator;
    typedef iterator reverse_iterator;
    iterator begin() const;
    iterator end() const;
    iterator cbegin() const;
    iterator cend() const;
    iterator rbegin() const;
    iterator rend() const;
    size_t size() const;
    size_t max_size() const;
    size_t capacity() const;
    bool empty() const;
    void clear();
    void swap(__csl_container &);
    T_ &front() const;
    T_ &back() const;
    T_ &top() const;
    template <class... A_> void reserve(A_ &&...);
    template <class... A_> void resize(A_ &&...);
    template <class... A_> void assign(A_ &&...);
    void assign(initializer_list<T_>);
    void shrink_to_fit();
    void push_back(const T_ &);
    void push_front(const T_ &);
    void push(const T_ &);
    void pop_back();
    void pop_front();
    void pop();
    template <class... A_> T_ &emplace_back(A_ &&...);
    template <class... A_> void emplace(A_ &&...);
    template <class... A_> iterator insert(A_ &&...);
    pair<iterator, bool> insert(T_ &&);
    void insert(initializer_list<T_>);
    template <class... A_> iterator erase(A_ &&...);
    template <class K_> iterator find(const K_ &) const;
    template <class K_> iterator lower_bound(const K_ &) const;
    template <class K_> iterator upper_bound(const K_ &) const;
    template <class K_> size_t count(const K_ &) const;
    template <class K_> bool contains(const K_ &) const;
    template <class F_> void sort(F_);
    void sort();
};
#define __csl_sequence(name)                                                                       \
    template <class T_, class A_ = allocator<T_>> struct name : __csl_container<T_> {              \
        name();                                                                                    \
        explicit name(size_t);                                                                     \
        name(size_t, const T_ &);                                                                  \
        template <class I_> name(I_, I_);                                                          \
        name(initializer_list<T_>);                                                                \
        T_ &operator[](size_t) const;                                                              \
        T_ &at(size_t) const;                                                                      \
        T_ *data() const;                                                                          \
        bool operator==(const name &) const;                                                       \
        bool operator!=(const name &) const;                                                       \
    };
__csl_sequence(vector) __csl_sequence(deque) __csl_sequence(list) __csl_sequence(forward_list)
#undef __csl_sequence
#define __csl_adaptor(name)                                                                        \
    template <class T_, class... A_> struct name : __csl_container<T_> {                           \
        template <class... B_> name(B_ &&...);                                                     \
        name(initializer_list<T_>);                                                                \
        bool operator==(const name &) const;                                                       \
        bool operator!=(const name &) const;                                                       \
    };
__csl_adaptor(set) __csl_adaptor(multiset) __csl_adaptor(unordered_set) __csl_adaptor(stack)
__csl_adaptor(queue) __csl_adaptor(priority_queue)
#undef __csl_adaptor
#define __csl_map(name)                                                                            \
    template <class K_, class V_, class... A_> struct name : __csl_container<pair<const K_, V_>> { \
        template <class... B_> name(B_ &&...);                                                     \
        name(initializer_list<pair<const K_, V_>>);                                                \
        typedef K_ key_type;                                                                       \
        typedef V_ mapped_type;                                                                    \
        V_ &operator[](const K_ &);                                                                \
        V_ &at(const K_ &) const;                                                                  \
        bool operator==(const name &) const;                                                       \
        bool operator!=(const name &) const;                                                       \
    };
__csl_map(map) __csl_map(multimap) __csl_map(unordered_map)
#undef __csl_map
template <size_t n> struct bitset {
    bool operator[](size_t) const;
    bool test(size_t) const;
    bitset &set(size_t, bool = true);
    bitset &reset();
    size_t count() const;
};

#define __csl_search(name) template <class... A_> size_t name(A_...) const;
#define __csl_searches                                                                             \
    __csl_search(find) __csl_search(rfind) __csl_search(find_first_of) __csl_search(find_last_of)  \
    __csl_search(find_first_not_of) __csl_search(find_last_not_of)
struct string;
/* A constant of text may be one: it is made where it is compiled. */
struct string_view {
    static constexpr size_t npos = (size_t)-1;
    typedef char value_type;
    typedef const char *const_iterator;
    const char *text = nullptr;
    size_t length_of_text = 0;
    constexpr string_view() = default;
    constexpr string_view(const char *s) : text(s), length_of_text(__builtin_strlen(s)) {}
    constexpr string_view(const char *s, size_t n) : text(s), length_of_text(n) {}
    string_view(const string &);
    constexpr const char *data() const { return text; }
    constexpr size_t size() const { return length_of_text; }
    constexpr size_t length() const { return length_of_text; }
    constexpr bool empty() const { return length_of_text == 0; }
    constexpr const char *begin() const { return text; }
    constexpr const char *end() const { return text + length_of_text; }
    constexpr const char &operator[](size_t i) const { return text[i]; }
    constexpr const char &front() const { return text[0]; }
    constexpr const char &back() const { return text[length_of_text - 1]; }
    constexpr string_view substr(size_t from, size_t n = npos) const
    {
        return string_view(text + from, n < length_of_text - from ? n : length_of_text - from);
    }
    __csl_constexpr14 void remove_prefix(size_t n) { text += n, length_of_text -= n; }
    __csl_constexpr14 void remove_suffix(size_t n) { length_of_text -= n; }
    constexpr bool starts_with(string_view s) const { return substr(0, s.size()) == s; }
    constexpr bool ends_with(string_view s) const
    {
        return size() >= s.size() && substr(size() - s.size()) == s;
    }
    template <class... A_> int compare(A_...) const;
    __csl_searches
    friend constexpr bool operator==(string_view a, string_view b)
    {
        return a.size() == b.size() && __builtin_memcmp(a.text, b.text, a.size()) == 0;
    }
    friend constexpr bool operator!=(string_view a, string_view b) { return !(a == b); }
    friend bool operator<(string_view, string_view);
};
struct string : __csl_container<char> {
    static constexpr size_t npos = (size_t)-1;
    string();
    string(const char *);
    explicit string(string_view);
    string(const char *, size_t);
    string(size_t, char);
    string(const string &, size_t, size_t = npos);
    template <class I_> string(I_, I_);
    const char *c_str() const;
    const char *data() const;
    size_t length() const;
    char &operator[](size_t) const;
    char &at(size_t) const;
    template <class... A_> string substr(A_...) const;
    __csl_searches
    template <class... A_> string &append(A_...);
    template <class... A_> string &replace(A_...);
    template <class... A_> int compare(A_...) const;
    template <class T_> string &operator+=(const T_ &);
};
#undef __csl_searches
#undef __csl_search
typedef string wstring;
template <class C_, class... A_> using basic_string_view = string_view;
string operator+(const string &, const string &);
string operator+(const string &, const char *);
string operator+(const char *, const string &);
string operator+(const string &, char);
bool operator==(const string &, const string &);
bool operator==(const string &, const char *);
bool operator!=(const string &, const string &);
bool operator!=(const string &, const char *);
bool operator<(const string &, const string &);
template <class T_> string to_string(T_);
int stoi(const string &);
long stol(const string &);
unsigned long stoul(const string &);
long long stoll(const string &);
float stof(const string &);
double stod(const string &);
inline namespace literals {
inline namespace string_literals {
string operator""s(const char *, size_t);
}
inline namespace string_view_literals {
constexpr string_view operator""sv(const char *s, size_t n) { return string_view(s, n); }
}
}

template <class T_, class D_ = void> struct unique_ptr {
    unique_ptr(T_ * = nullptr);
    template <class U_> unique_ptr(T_ *, U_);
    unique_ptr(unique_ptr &&);
    T_ *get() const;
    T_ *release();
    void reset(T_ * = nullptr);
    T_ &operator*() const;
    T_ *operator->() const;
    T_ &operator[](size_t) const;
    unique_ptr &operator=(unique_ptr &&);
    explicit operator bool() const;
};
template <class T_, class D_> struct unique_ptr<T_[], D_> : unique_ptr<T_, D_> {
    using unique_ptr<T_, D_>::unique_ptr;
};
template <class T_> struct shared_ptr {
    template <class... A_> shared_ptr(A_ &&...);
    T_ *get() const;
    void reset(T_ * = nullptr);
    T_ &operator*() const;
    T_ *operator->() const;
    explicit operator bool() const;
    long use_count() const;
    bool unique() const;
    void swap(shared_ptr &);
};
template <class T_, class U_> bool operator==(const shared_ptr<T_> &, const shared_ptr<U_> &);
template <class T_, class U_> bool operator!=(const shared_ptr<T_> &, const shared_ptr<U_> &);
#define __csl_null(op)                                                                             \
    template <class T_, class D_> bool operator op(const unique_ptr<T_, D_> &, nullptr_t);         \
    template <class T_, class D_> bool operator op(nullptr_t, const unique_ptr<T_, D_> &);         \
    template <class T_> bool operator op(const shared_ptr<T_> &, nullptr_t);                       \
    template <class T_> bool operator op(nullptr_t, const shared_ptr<T_> &);
__csl_null(==) __csl_null(!=)
#undef __csl_null
template <class T_, class... A_> unique_ptr<T_> make_unique(A_ &&...);
template <class T_, class... A_> shared_ptr<T_> make_shared(A_ &&...);

struct exception {
    virtual const char *what() const noexcept;
    virtual ~exception();
};
#define __csl_exception(name, base)                                                                \
    struct name : base {                                                                           \
        name();                                                                                    \
        name(const string &);                                                                      \
        name(const char *);                                                                        \
    };
__csl_exception(runtime_error, exception) __csl_exception(logic_error, exception)
__csl_exception(invalid_argument, logic_error) __csl_exception(out_of_range, logic_error)
__csl_exception(length_error, logic_error) __csl_exception(domain_error, logic_error)
__csl_exception(overflow_error, runtime_error) __csl_exception(range_error, runtime_error)
__csl_exception(bad_alloc, exception) __csl_exception(bad_cast, exception)
#undef __csl_exception
struct nothrow_t {};
extern const nothrow_t nothrow;
struct type_info {
    const char *name() const;
    bool operator==(const type_info &) const;
};
[[noreturn]] void terminate();

struct mutex {
    void lock();
    void unlock();
    bool try_lock();
};
template <class M_> struct lock_guard { explicit lock_guard(M_ &); };
template <class M_> struct unique_lock { explicit unique_lock(M_ &); void unlock(); void lock(); };
struct condition_variable {
    template <class... A_> void wait(A_ &&...);
    void notify_one();
    void notify_all();
};
struct thread {
    thread();
    template <class F_, class... A_> explicit thread(F_ &&, A_ &&...);
    void join();
    void detach();
    bool joinable() const;
    static unsigned hardware_concurrency();
};
template <class T_> struct atomic {
    atomic();
    atomic(T_);
    template <class... A_> T_ load(A_...) const;
    template <class... A_> void store(T_, A_...);
    template <class... A_> T_ fetch_add(T_, A_...);
    template <class... A_> T_ fetch_sub(T_, A_...);
    template <class... A_> T_ exchange(T_, A_...);
    template <class... A_> bool compare_exchange_weak(T_ &, T_, A_...);
    template <class... A_> bool compare_exchange_strong(T_ &, T_, A_...);
    T_ operator--();
    T_ operator--(int);
    T_ operator=(T_);
    T_ operator+=(T_);
    T_ operator++();
    T_ operator++(int);
    operator T_() const;
};
}
void *operator new(size_t, const std::nothrow_t &) noexcept;
void *operator new[](size_t, const std::nothrow_t &) noexcept;
