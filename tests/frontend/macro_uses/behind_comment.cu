// A comment before the namespace, and one before what is instantiated.
#include "reverse.cuh"
// Of templates:
namespace outer {
template <typename T> void once(T *a)
{
    reverse<T, 160><<<1, 160>>>(a);
}
/* "No" macro: */
// two lines
template void once<char>(char *);
}
