/* Objects, addresses, class values. */
#include "lower_test.h"

START_TEST(declared_arrays_keep_their_shape_and_bounds) {
    char *ir = ir_of("__global__ void k(int n) { __shared__ float s[16][17];\n"
                     "  s[threadIdx.y][n] = 1; float *p = &s[1][0]; p[n] = 2; }\n");
    ASSERT_HAS(ir, "shared \"s\" f32 4 (dims 16 17) (bytes 1088)");
    ASSERT_HAS(ir, "(lt.u32 tid.y (const.u32 16))");
    ASSERT_HAS(ir, "(lt.i32 (param.i32 0) (const.i32 17))");
    ASSERT_COUNT(ir, "(bounds ", 1);
    ASSERT_HAS(ir, "(mul.i64 (cast.i64 tid.y) (const.i64 68))");
    free(ir);
}
END_TEST

START_TEST(rows_of_a_template_array_are_as_wide_as_its_parameter_says) {
    char *ir = ir_of("template <int N> __global__ void k(int *p)\n"
                     "{ __shared__ int s[N][N + 1]; s[threadIdx.y][threadIdx.x] = p[0]; }\n");
    ASSERT_HAS(ir, "(mul.i64 (cast.i64 (add.i32 (param.i32 0) (const.i32 1))) (const.i64 4))");
    ASSERT_HAS(ir, "(lt.i64 (cast.i64 tid.y) (cast.i64 (param.i32 0)))");
    ASSERT_LACKS(ir, "(opaque");
    free(ir);
}
END_TEST

START_TEST(extern_arrays_are_one_object) {
    char *ir = ir_of("extern __shared__ float all[];\n"
                     "__global__ void k(int n) { extern __shared__ int mine[];\n"
                     "  all[0] = 1; int *p = mine + n; p[1] = 2; }\n");
    ASSERT_COUNT(ir, " dynamic ", 1);
    ASSERT_HAS(ir, "(through \"all\") (text \"all[0]\")");
    ASSERT_HAS(ir, "(through \"mine\") (text \"p[1]\")");
    free(ir);
}
END_TEST

START_TEST(one_extern_name_needs_no_variable) {
    char *ir = ir_of("__global__ void k() { extern __shared__ int s[]; s[threadIdx.x] = 1; }\n");
    ASSERT_HAS(ir, "(access write i32 4 (add.ptr (base.ptr 0)");
    ASSERT_HAS(ir, "(through \"s\")");
    ASSERT_LACKS(ir, "(var ");
    free(ir);
}
END_TEST

START_TEST(structs_are_accessed_by_field) {
    char *ir = ir_of("struct P { float x; int tag[2]; };\n"
                     "__global__ void k(int t) { __shared__ P s[32];\n"
                     "  s[t].tag[1] = 7; P q = s[t]; q.x += 1; s[t + 1] = q; }\n");
    ASSERT_HAS(ir, "(add.i64 (mul.i64 (cast.i64 (param.i32 0)) (const.i64 12)) (const.i64 8))");
    ASSERT_COUNT(ir, "(access read", 3);
    ASSERT_COUNT(ir, "(access write", 4);
    ASSERT_LACKS(ir, "opaque");
    free(ir);
}
END_TEST

START_TEST(another_view_of_an_element_is_the_same_memory) {
    char *ir = ir_of("__global__ void k(int t) { __shared__ float s[64];\n"
                     "  const float4 &x = (float4 &)s[t]; s[0] = x.y; }\n");
    ASSERT_HAS(ir,
               "(access read f32 4 (add.ptr (base.ptr 0) (add.i64 (mul.i64 (cast.i64 (param.i32 "
               "0)) (const.i64 4)) (const.i64 4)))");
    ASSERT_LACKS(ir, "opaque");
    free(ir);
}
END_TEST

START_TEST(a_member_of_class_type_is_assigned) {
    char *ir = ir_of("struct P { float2 at; int n; };\n"
                     "__global__ void k(P *p, float2 *q) { p->at = q[1]; P r; r.at = q[2]; }\n");
    ASSERT_LACKS(ir, "(call");
    ASSERT_COUNT(ir, "(access read void 8", 2);
    ASSERT_COUNT(ir, "(access write void 8", 1);
    free(ir);
}
END_TEST

START_TEST(vectors_are_accessed_whole) {
    char *ir = ir_of("__global__ void k(float4 *v) { __shared__ float4 s[32];\n"
                     "  float4 w = v[threadIdx.x]; w.x = 0; s[threadIdx.x] = w;\n"
                     "  s[3].y = 1; ((float2 *)s)[0] = make_float2(1, 2); }\n");
    ASSERT_COUNT(ir, "(access read void 16", 1);
    ASSERT_COUNT(ir, "(access write void 16", 1);
    ASSERT_COUNT(ir, "(access write void 8", 1);
    ASSERT_COUNT(ir, "(access write f32 4", 1);
    ASSERT_LACKS(ir, "(call");
    free(ir);
}
END_TEST

START_TEST(integer_vectors_keep_their_values) {
    char *ir = ir_of("__global__ void k(const int2 *v, int *p) { int2 w = v[1]; p[w.y] = w.x; }\n");
    ASSERT_COUNT(ir, "(access read i32 4", 2);
    ASSERT_LACKS(ir, "why \"value");
    free(ir);
}
END_TEST

START_TEST(struct_parameters_are_read_from_the_argument) {
    char *ir = ir_of("struct A { int n; float *p; };\n"
                     "__global__ void k(A a) { a.p[a.n] = 1; }\n"
                     "__global__ void l(A a) { a.n = 3; a.p[a.n] = 1; }\n");
    ASSERT_COUNT(ir, " argument \"a\"", 2);
    ASSERT_COUNT(ir, "(access read ptr 8 (add.ptr (base.ptr 0) (const.i64 8))", 2);
    ASSERT_COUNT(ir, "(param 1 \"a.n\" i32)", 2);
    ASSERT_COUNT(ir, "(access write", 2);
    free(ir);
}
END_TEST

START_TEST(atomics_and_volatile) {
    char *ir = ir_of("__shared__ int s[8];\n"
                     "__global__ void k(int *p) { int old = atomicAdd(&s[1], 2);\n"
                     "  atomicCAS_block(p, old, 5); *(volatile int *)&s[2] = 1;\n"
                     "  volatile int *q = s; q[3] = 4; }\n");
    ASSERT_HAS(ir, "(atomic add grid relaxed)");
    ASSERT_HAS(ir, "(atomic cas block relaxed)");
    ASSERT_COUNT(ir, " volatile ", 2);
    free(ir);
}
END_TEST

START_TEST(structured_bindings) {
    char *ir =
        ir_of("struct A { int x, y; };\n"
              "__global__ void k(int *p, int n) { A s{n, 2}; auto [u, v] = s; auto &[w, z] = s;\n"
              "  int a[2] = {1, 4}; auto [e, f] = a; w = 9; p[u] = v + z + f + s.x; }\n");
    ASSERT_COUNT(ir, "(access ", 1);
    ASSERT_LACKS(ir, "opaque");
    ASSERT_HAS(ir, "(text \"w = 9\")");
    free(ir);
}
END_TEST

START_TEST(bases_lie_one_behind_the_other) {
    char *ir = ir_of("struct B { int a; }; struct C { int b; }; struct D : B, C { int c; };\n"
                     "__global__ void k() { __shared__ D d; d.a = 1; d.b = 2; d.c = 3; }\n");
    ASSERT_HAS(ir, "(access write i32 4 (base.ptr 0) (value (const.i32 1))");
    ASSERT_HAS(ir,
               "(access write i32 4 (add.ptr (base.ptr 0) (const.i64 4)) (value (const.i32 2))");
    ASSERT_HAS(ir,
               "(access write i32 4 (add.ptr (base.ptr 0) (const.i64 8)) (value (const.i32 3))");
    free(ir);
}
END_TEST

START_TEST(bounds_of_a_member_are_no_initialiser) {
    char *ir = ir_of("struct P { float x; int tag[2]; int w = 5; int z{6}; unsigned f : 3; };\n"
                     "template <class T, int N> struct Q { T d[N]; };\n"
                     "__global__ void k(int *p) { P a{}; Q<int, 2> b{}; P c; uint3 t = threadIdx;\n"
                     "  p[a.w + a.tag[1]] = b.d[1] + c.z + t.x; }\n");
    ASSERT_LACKS(ir, "opaque");
    ASSERT_HAS(ir, "(const.i32 5)");
    ASSERT_HAS(ir, "(const.i32 6)");
    ASSERT_HAS(ir, "tid.x");
    free(ir);
}
END_TEST

START_TEST(unions_share_their_bytes) {
    char *ir = ir_of(
        "union U { int i[4]; float f[4]; };\n"
        "__global__ void k(int t, float *p) { __shared__ U u; u.i[t] = 3; p[0] = u.f[t]; }\n");
    const char *address = "(add.ptr (base.ptr 1) (mul.i64 (cast.i64 (param.i32 0)) (const.i64 4)))";
    ASSERT_COUNT(ir, address, 2);
    free(ir);
}
END_TEST

START_TEST(constants_fold) {
    char *ir =
        ir_of("constexpr int N = 8; enum { M = 4 }; const int table[2] = {3, 5};\n"
              "__constant__ float coef[4];\n"
              "__global__ void k(float *p) { const int two = M / 2; p[N * two] = coef[1]; }\n");
    ASSERT_HAS(ir, "(add.ptr (base.ptr 0) (const.i64 64))");
    ASSERT_HAS(ir, "constant \"coef\"");
    free(ir);
    ir = ir_of("struct C { int a, b; }; constexpr C c{3, 5}; constexpr int t[3] = {7, 8, 9};\n"
               "__global__ void k(float *p) { p[c.b + t[1]] = 0; }\n");
    ASSERT_HAS(ir, "(add.ptr (base.ptr 0) (const.i64 52))");
    free(ir);
}
END_TEST

START_TEST(an_assigned_parameter_gets_a_variable) {
    char *ir = ir_of("__global__ void k(int *p, int n) { while (n > 0) { *p++ = n--; } }\n");
    ASSERT_HAS(ir, "(text \"n--\")");
    ASSERT_HAS(ir, "(text \"p++\")");
    ASSERT_HAS(ir, "(base.ptr 0)");
    free(ir);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("lower_memory");
    tcase_add_test(tc, declared_arrays_keep_their_shape_and_bounds);
    tcase_add_test(tc, rows_of_a_template_array_are_as_wide_as_its_parameter_says);
    tcase_add_test(tc, extern_arrays_are_one_object);
    tcase_add_test(tc, one_extern_name_needs_no_variable);
    tcase_add_test(tc, structs_are_accessed_by_field);
    tcase_add_test(tc, another_view_of_an_element_is_the_same_memory);
    tcase_add_test(tc, a_member_of_class_type_is_assigned);
    tcase_add_test(tc, vectors_are_accessed_whole);
    tcase_add_test(tc, integer_vectors_keep_their_values);
    tcase_add_test(tc, struct_parameters_are_read_from_the_argument);
    tcase_add_test(tc, atomics_and_volatile);
    tcase_add_test(tc, structured_bindings);
    tcase_add_test(tc, bases_lie_one_behind_the_other);
    tcase_add_test(tc, bounds_of_a_member_are_no_initialiser);
    tcase_add_test(tc, unions_share_their_bytes);
    tcase_add_test(tc, constants_fold);
    tcase_add_test(tc, an_assigned_parameter_gets_a_variable);
    return run_case(tc);
}
