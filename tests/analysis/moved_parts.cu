// Members that are objects with pointers of their own, and what is copied and exchanged of them: w_ launches pass
// the same memory twice, r_ launches never (tests/analysis/moved_parts.sh).
#define K(name) __global__ void name(float *out, const float *in) { int t = threadIdx.x; out[t] = in[t ^ 1] + 1; }
K(r_parts) K(w_part) K(r_parts_of) K(w_part_of) K(w_part_given) K(r_part_swapped) K(w_part_swapped) K(w_part_copied) K(r_part_copied) K(w_whole) K(w_outer) K(r_outer) K(r_part_new) K(r_part_pointed) K(w_part_pointed)
void fill(struct Buffer &);
struct Buffer {
    float *data_;
    float *ptr() const { return data_; }
    operator float *() const { return data_; }
    void swap(Buffer &o) { float *t = data_; data_ = o.data_; o.data_ = t; }
    void fill_more();
};
struct Holder {
    Buffer x, y;
    void both() { r_parts<<<1, 64>>>(x, y); w_part<<<1, 64>>>(x, x); }
};
struct Outer { Holder in; };
void parts(Holder &h, Holder &g, Holder *p, int n)
{
    r_parts_of<<<1, 64>>>(h.x.ptr(), h.y.ptr());
    w_part_of<<<1, 64>>>(h.x.ptr(), h.x.ptr());
    float *a = h.x.ptr(), *b = h.x;
    w_part_given<<<1, 64>>>(a, b);
    for (int i = 0; i < n; i++) { r_part_swapped<<<1, 64>>>(h.x, h.y); h.x.swap(h.y); }
    float *was = h.x;
    h.x.swap(h.y);
    w_part_swapped<<<1, 64>>>(was, h.y);
    r_part_pointed<<<1, 64>>>(p->x, p->y);
    w_part_pointed<<<1, 64>>>(p->y, p->y);
    r_outer<<<1, 64>>>(h.x, g.x);
}
void copied_parts(Holder &h, Outer &o)
{
    float *x = h.x;
    Buffer c = h.x, d = h.y;
    w_part_copied<<<1, 64>>>(x, c);
    r_part_copied<<<1, 64>>>(x, d);
    Holder w = h;
    w_whole<<<1, 64>>>(x, w.x);
    float *i = o.in.y;
    w_outer<<<1, 64>>>(i, o.in.y);
}
void filled(Holder &h)
{
    float *x = h.x;
    fill(h.x);
    r_part_new<<<1, 64>>>(x, h.x);
}
