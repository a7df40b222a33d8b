/* Containers that convert to the pointer they hold: each gives its own. */
struct storage {
    void *data;
    template <class T> T *ptr() { return (T *)data; }
    template <class T> const T *ptr() const { return (const T *)data; }
};
template <class T> struct array : storage {
    operator T *() { return storage::ptr<T>(); }
    operator const T *() const { return storage::ptr<T>(); }
    array &self() { return *this; }
};
struct shift {
    const float *in;
    float *out;
    int n;
    __device__ void operator()() const
    {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i + 1 < n)
            out[i] = in[i + 1];
    }
};
__global__ void r_two(shift s) { s(); }
__global__ void w_one(shift s) { s(); }
__global__ void w_one_by_cast(shift s) { s(); }
__global__ void w_itself(shift s) { s(); }
__global__ void w_pointed(shift s) { s(); }
__global__ void w_copied(shift s) { s(); }
void run_two(const array<float> &a, array<float> &b, int n)
{
    shift s;
    s.in = a;
    s.out = b;
    s.n = n;
    r_two<<<10, 128>>>(s);
}
void run_one(array<float> &a, array<float> &b, int n)
{
    shift s;
    s.in = a;
    s.out = a;
    s.n = n;
    w_one<<<10, 128>>>(s);
    s.out = (float *)a;
    w_one_by_cast<<<10, 128>>>(s);
}
void run_other_names(array<float> &a, array<float> *p, int n)
{
    array<float> *q = p, copy = a;
    shift s;
    s.n = n;
    s.in = a;
    s.out = a.self();
    w_itself<<<10, 128>>>(s);
    s.out = copy;
    w_copied<<<10, 128>>>(s);
    s.in = *p;
    s.out = *q;
    w_pointed<<<10, 128>>>(s);
}
