#pragma once
#pragma clang system_header
/* Streams: host code. */
#include <csl/containers.h>
namespace std {
struct ios_base {
    typedef int openmode;
    typedef int fmtflags;
    static constexpr int in = 1, out = 2, binary = 4, app = 8, trunc = 16, ate = 32;
    typedef int iostate;
    static constexpr int goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;
    static constexpr int beg = 0, cur = 1, end = 2;
    static constexpr int fixed = 1, left = 2, right = 4, hex = 8, dec = 16;
    static bool sync_with_stdio(bool = true);
    template <class... A_> int setf(A_...);
    int precision(int = 6);
    int width(int = 0);
};
/* A class of the program derives from it and overrides what it writes with. */
struct streambuf {
    virtual ~streambuf();
    int sputc(char);
    long sputn(const char *, long);
    long sgetn(char *, long);
    int sgetc();
    int sbumpc();
    int pubsync();

protected:
    streambuf();
    virtual int sync();
    virtual int overflow(int = -1);
    virtual int underflow();
    virtual int uflow();
    virtual long xsputn(const char *, long);
    virtual long xsgetn(char *, long);
    virtual streambuf *setbuf(char *, long);
    char *pbase() const;
    char *pptr() const;
    char *epptr() const;
    char *eback() const;
    char *gptr() const;
    char *egptr() const;
    void setp(char *, char *);
    void setg(char *, char *, char *);
    void pbump(int);
    void gbump(int);
};
struct stringbuf : streambuf {
    template <class... A_> explicit stringbuf(A_ &&...);
    string str() const;
    void str(const string &);
};
struct filebuf : streambuf {
    filebuf();
    bool is_open() const;
    template <class... A_> filebuf *open(A_ &&...);
    filebuf *close();
};
struct ios : ios_base {
    virtual ~ios();
    streambuf *rdbuf() const;
    streambuf *rdbuf(streambuf *);
    explicit operator bool() const;
    bool operator!() const;
    bool good() const;
    bool bad() const;
    bool fail() const;
    bool eof() const;
    void clear(iostate = goodbit);
    void setstate(iostate);
    iostate rdstate() const;
    void close();
    bool is_open() const;
    template <class... A_> void open(A_ &&...);
    template <class... A_> void exceptions(A_ &&...);
};
/* Whatever else is printed. */
struct __csl_printed {
    template <class T_> __csl_printed(const T_ &);
};
template <class C_> struct char_traits {
    typedef C_ char_type;
    typedef int int_type;
    static size_t length(const C_ *);
    static int compare(const C_ *, const C_ *, size_t);
    static C_ *copy(C_ *, const C_ *, size_t);
    static int_type eof();
};
/* Operators that are templates say these; the streams of chars are some. */
template <class C_, class T_ = char_traits<C_>> struct basic_ostream {
    template <class A_> basic_ostream &operator<<(const A_ &);
};
template <class C_, class T_ = char_traits<C_>> struct basic_istream {
    template <class A_> basic_istream &operator>>(A_ &&);
};
struct ostream : virtual ios, basic_ostream<char> {
    explicit ostream(streambuf *);
    ostream &operator<<(ostream &(*)(ostream &));
    ostream &operator<<(ios_base &(*)(ios_base &));
    ostream &operator<<(bool);
    ostream &operator<<(short);
    ostream &operator<<(unsigned short);
    ostream &operator<<(int);
    ostream &operator<<(unsigned);
    ostream &operator<<(long);
    ostream &operator<<(unsigned long);
    ostream &operator<<(long long);
    ostream &operator<<(unsigned long long);
    ostream &operator<<(float);
    ostream &operator<<(double);
    ostream &operator<<(long double);
    ostream &operator<<(const void *);
    ostream &write(const char *, size_t);
    ostream &put(char);
    ostream &flush();
    template <class... A_> ostream &seekp(A_...);
    long tellp();

protected:
    ostream();
};
ostream &operator<<(ostream &, char);
ostream &operator<<(ostream &, signed char);
ostream &operator<<(ostream &, unsigned char);
ostream &operator<<(ostream &, const char *);
ostream &operator<<(ostream &, const string &);
ostream &operator<<(ostream &, string_view);
/* A base in front, and a conversion behind: whatever else takes an ostream comes before it. */
ostream &operator<<(const ios &, __csl_printed);
struct istream : virtual ios, basic_istream<char> {
    explicit istream(streambuf *);
    template <class T_> istream &operator>>(T_ &&);
    istream &read(char *, size_t);
    istream &getline(char *, size_t);
    template <class... A_> istream &ignore(A_...);
    template <class... A_> istream &seekg(A_...);
    int get();
    istream &get(char &);
    int peek();
    long tellg();
    long gcount() const;

protected:
    istream();
};
struct iostream : ostream, istream {
    explicit iostream(streambuf *);

protected:
    iostream();
};
struct ifstream : istream {
    ifstream();
    template <class T_> explicit ifstream(const T_ &, int = 0);
};
struct ofstream : ostream {
    ofstream();
    template <class T_> explicit ofstream(const T_ &, int = 0);
};
struct fstream : iostream {
    fstream();
    template <class T_> explicit fstream(const T_ &, int = 0);
};
struct stringstream : iostream {
    template <class... A_> explicit stringstream(A_ &&...);
    string str() const;
    void str(const string &);
};
struct ostringstream : ostream {
    template <class... A_> explicit ostringstream(A_ &&...);
    string str() const;
    void str(const string &);
};
struct istringstream : istream {
    template <class... A_> explicit istringstream(A_ &&...);
};
typedef long streamsize;
typedef long streampos;
extern ostream cout, cerr, clog;
extern istream cin;
ostream &endl(ostream &);
ostream &flush(ostream &);
ostream &ends(ostream &);
istream &ws(istream &);
ios_base &fixed(ios_base &);
ios_base &scientific(ios_base &);
ios_base &hex(ios_base &);
ios_base &dec(ios_base &);
ios_base &left(ios_base &);
ios_base &right(ios_base &);
ios_base &boolalpha(ios_base &);
int setprecision(int);
int setw(int);
char setfill(char);
template <class... A_> istream &getline(istream &, string &, A_...);
}
