// In a namespace, and gone afterwards.
#include "reverse.cuh"
namespace outer {
extern "C" {
int number;
}
namespace {
int other = number;
}
template <typename T> void turn(T *a)
{
    if (other)
        reverse<T, 96><<<1, 96>>>(a);
}
template <typename T> void plain(T *a)
{
    reverse<T, 32><<<1, 32>>>(a);
}
#define INSTANTIATE(T) template void turn<T>(T *);
INSTANTIATE(double)
#undef INSTANTIATE
template void plain<short>(short *);
}
