#pragma once
#pragma clang system_header
/* The containers and smart pointers: host code, declared only as far as it must parse. */
#include <csl/algorithm.h>
#include <csl/clib.h>
namespace std {
template <class T> struct allocator {
    typedef T value_type;
};
template <class I> struct __csl_iterator {
    typedef I value_type;
    typedef ptrdiff_t difference_type;
    typedef I *pointer;
    typedef I &reference;
    typedef random_access_iterator_tag iterator_category;
    I &operator*() const;
    I *operator->() const;
    I &operator[](ptrdiff_t) const;
    __csl_iterator &operator++();
    __csl_iterator operator++(int);
    __csl_iterator &operator--();
    __csl_iterator operator--(int);
    __csl_iterator operator+(ptrdiff_t) const;
    __csl_iterator operator-(ptrdiff_t) const;
    __csl_iterator &operator+=(ptrdiff_t);
    ptrdiff_t operator-(const __csl_iterator &) const;
    bool operator==(const __csl_iterator &) const;
    bool operator!=(const __csl_iterator &) const;
    bool operator<(const __csl_iterator &) const;
};
/* What sequences and sets have in common; T is the element. */
template <class T> struct __csl_container {
    typedef T value_type;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *pointer;
    typedef __csl_iterator<T> iterator;
    typedef __csl_iterator<const T> const_iterator;
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
    T &front() const;
    T &back() const;
    T &top() const;
    template <class... A> void reserve(A &&...);
    template <class... A> void resize(A &&...);
    template <class... A> void assign(A &&...);
    void assign(initializer_list<T>);
    void shrink_to_fit();
    void push_back(const T &);
    void push_front(const T &);
    void push(const T &);
    void pop_back();
    void pop_front();
    void pop();
    template <class... A> T &emplace_back(A &&...);
    template <class... A> void emplace(A &&...);
    template <class... A> iterator insert(A &&...);
    template <class... A> iterator erase(A &&...);
    template <class K> iterator find(const K &) const;
    template <class K> iterator lower_bound(const K &) const;
    template <class K> iterator upper_bound(const K &) const;
    template <class K> size_t count(const K &) const;
    template <class F> void sort(F);
    void sort();
};
#define __csl_sequence(name)                                                                       \
    template <class T, class A = allocator<T>> struct name : __csl_container<T> {                  \
        name();                                                                                    \
        explicit name(size_t);                                                                     \
        name(size_t, const T &);                                                                   \
        template <class I> name(I, I);                                                             \
        name(initializer_list<T>);                                                                 \
        T &operator[](size_t) const;                                                               \
        T &at(size_t) const;                                                                       \
        T *data() const;                                                                           \
        bool operator==(const name &) const;                                                       \
        bool operator!=(const name &) const;                                                       \
    };
__csl_sequence(vector) __csl_sequence(deque) __csl_sequence(list) __csl_sequence(forward_list)
#undef __csl_sequence
#define __csl_adaptor(name)                                                                        \
    template <class T, class... A> struct name : __csl_container<T> {                              \
        template <class... B> name(B &&...);                                                       \
        name(initializer_list<T>);                                                                 \
    };
__csl_adaptor(set) __csl_adaptor(multiset) __csl_adaptor(unordered_set) __csl_adaptor(stack)
__csl_adaptor(queue) __csl_adaptor(priority_queue)
#undef __csl_adaptor
#define __csl_map(name)                                                                            \
    template <class K, class V, class... A> struct name : __csl_container<pair<const K, V>> {      \
        template <class... B> name(B &&...);                                                       \
        name(initializer_list<pair<const K, V>>);                                                  \
        typedef K key_type;                                                                        \
        typedef V mapped_type;                                                                     \
        V &operator[](const K &);                                                                  \
        V &at(const K &) const;                                                                    \
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

struct string : __csl_container<char> {
    static constexpr size_t npos = (size_t)-1;
    string();
    string(const char *);
    string(const char *, size_t);
    string(size_t, char);
    template <class I> string(I, I);
    const char *c_str() const;
    const char *data() const;
    size_t length() const;
    char &operator[](size_t) const;
    char &at(size_t) const;
    template <class... A> string substr(A...) const;
    template <class... A> size_t find(A...) const;
    template <class... A> size_t rfind(A...) const;
    template <class... A> size_t find_first_of(A...) const;
    template <class... A> size_t find_last_of(A...) const;
    template <class... A> size_t find_first_not_of(A...) const;
    template <class... A> size_t find_last_not_of(A...) const;
    template <class... A> string &append(A...);
    template <class... A> string &replace(A...);
    template <class... A> int compare(A...) const;
    template <class T> string &operator+=(const T &);
};
typedef string wstring;
typedef string string_view;
string operator+(const string &, const string &);
string operator+(const string &, const char *);
string operator+(const char *, const string &);
string operator+(const string &, char);
bool operator==(const string &, const string &);
bool operator==(const string &, const char *);
bool operator!=(const string &, const string &);
bool operator!=(const string &, const char *);
bool operator<(const string &, const string &);
template <class T> string to_string(T);
int stoi(const string &);
long stol(const string &);
unsigned long stoul(const string &);
long long stoll(const string &);
float stof(const string &);
double stod(const string &);

template <class T, class D = void> struct unique_ptr {
    unique_ptr(T * = nullptr);
    template <class U> unique_ptr(T *, U);
    unique_ptr(unique_ptr &&);
    T *get() const;
    T *release();
    void reset(T * = nullptr);
    T &operator*() const;
    T *operator->() const;
    T &operator[](size_t) const;
    unique_ptr &operator=(unique_ptr &&);
    explicit operator bool() const;
};
template <class T, class D> struct unique_ptr<T[], D> : unique_ptr<T, D> {
    using unique_ptr<T, D>::unique_ptr;
};
template <class T> struct shared_ptr {
    template <class... A> shared_ptr(A &&...);
    T *get() const;
    void reset(T * = nullptr);
    T &operator*() const;
    T *operator->() const;
    explicit operator bool() const;
};
template <class T, class... A> unique_ptr<T> make_unique(A &&...);
template <class T, class... A> shared_ptr<T> make_shared(A &&...);

template <class T> struct optional {
    template <class... A> optional(A &&...);
    T &value() const;
    bool has_value() const;
    T &operator*() const;
    T *operator->() const;
    explicit operator bool() const;
};
struct nullopt_t {};
inline constexpr nullopt_t nullopt;

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
template <class M> struct lock_guard { explicit lock_guard(M &); };
template <class M> struct unique_lock { explicit unique_lock(M &); void unlock(); void lock(); };
struct condition_variable {
    template <class... A> void wait(A &&...);
    void notify_one();
    void notify_all();
};
struct thread {
    thread();
    template <class F, class... A> explicit thread(F &&, A &&...);
    void join();
    void detach();
    bool joinable() const;
    static unsigned hardware_concurrency();
};
template <class T> struct atomic {
    atomic();
    atomic(T);
    T load() const;
    void store(T);
    T fetch_add(T);
    T operator++();
    T operator++(int);
    operator T() const;
};
}
void *operator new(size_t, const std::nothrow_t &) noexcept;
void *operator new[](size_t, const std::nothrow_t &) noexcept;
