/* The embedded declarations: every header parses by itself, and CUDA functions become the
 * synchronisation and the accesses they perform. */
#include "../../analyzer/frontend/parse/parse.h"
#include "../../analyzer/frontend/parse/shim.h"
#include "lower_test.h"

static csl_ctx *ctx;

static void setup(void) {
    ctx = csl_ctx_new();
}

static void teardown(void) {
    csl_ctx_free(ctx);
}

/* The IR of a kernel with these includes and this body. */
static char *ir_of_body(const char *includes, const char *body) {
    return ir_of(csl_format(ctx,
                            "%s\n__global__ void k(int *p, unsigned n)\n{\n"
                            "    __shared__ int s[256];\n%s\n}\n",
                            includes, body));
}

/* Nothing of the body may be left that is not modelled. */
static char *modelled(const char *includes, const char *body) {
    char *ir = ir_of_body(includes, body);
    ASSERT_LACKS(ir, "(opaque");
    ASSERT_LACKS(ir, "(call");
    return ir;
}

/* ---- every header ---------------------------------------------------------------------------- */

static void expect_no_errors(const char *includes, const char *standard) {
    /* Names that users give to macros. */
    const char *args[] = {standard, "-DT=float", "-DN=64", "-DA=1", "-DK=1", "-DM=2", "-DBLOCK=1"};
    const char *text = csl_format(ctx, "%s\n__global__ void k() {}\n", includes);
    csl_parse_options options = {
        .args = args, .nargs = sizeof args / sizeof *args, .arch = 800, .contents = text};
    csl_unit unit;
    ck_assert_ptr_null(csl_unit_open(&unit, ctx, "test.cu", &options, NULL));
    csl_parse_log parse_log = {0};
    csl_collect_errors(&unit, &parse_log);
    ck_assert_msg(unit.nerrors == 0, "%s with %s: %s", includes, standard,
                  unit.nerrors ? unit.errors[0].message : "");
    csl_unit_close(&unit);
}

/* Most headers only include another one. */
static bool is_alias(const char *text) {
    unsigned lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines <= 3;
}

START_TEST(every_header_by_itself) {
    unsigned seen = 0;
    const char *aliases = "";
    for (unsigned i = 0; i < csl_nshim; i++) {
        const char *path = csl_shim[i].path, *name = strchr(path, '/');
        if (strncmp(path, "include/", 8) != 0 && strncmp(path, "std/", 4) != 0 &&
            strncmp(path, "vendor/", 7) != 0 && strncmp(path, "host/", 5) != 0)
            continue;
        seen++;
        if (is_alias(csl_shim[i].text))
            aliases = csl_format(ctx, "%s#include <%s>\n", aliases, name + 1);
        else
            expect_no_errors(csl_format(ctx, "#include <%s>", name + 1), "-std=c++17");
    }
    ck_assert_uint_ge(seen, 100);
    expect_no_errors(aliases, "-std=c++17");
    expect_no_errors("#include <stdio.h>", "-std=c++11");
    expect_no_errors("#include <vector>", "-std=c++20");
    expect_no_errors("#include <cub/cub.cuh>", "-std=c++20");
    expect_no_errors("#include <cooperative_groups.h>", "-std=c++14");
}
END_TEST

/* ---- core ------------------------------------------------------------------------------------ */

START_TEST(block_barriers) {
    char *ir = modelled("", "__syncthreads(); p[0] = __syncthreads_or(n);");
    ASSERT_HAS(ir, "(sync barrier block orders (name \"__syncthreads()\")");
    ASSERT_COUNT(ir, "(sync barrier block orders", 2);
    ASSERT_HAS(ir, "result");
    free(ir);
    ir = modelled("", "__barrier_sync(3); __barrier_sync_count(2, 64);");
    ASSERT_HAS(ir, "(id (const.i32 3))");
    ASSERT_HAS(ir, "(count (const.i32 64))");
    free(ir);
}
END_TEST

START_TEST(warp_functions) {
    char *ir = modelled("", "__syncwarp(0xff); p[0] = __shfl_down_sync(~0u, p[1], 4);"
                            "p[1] = __ballot_sync(~0u, n); p[2] = __shfl_sync(~0u, p[3], 0);");
    ASSERT_HAS(ir, "(sync barrier warp orders (mask (const.u32 255))");
    ASSERT_COUNT(ir, "(sync shuffle warp", 2);
    ASSERT_COUNT(ir, "(width 32)", 2);
    ASSERT_COUNT(ir, "(sync vote warp", 1);
    ASSERT_COUNT(ir, "(lane ", 1);
    free(ir);
}
END_TEST

START_TEST(atomics) {
    char *ir =
        modelled("", "atomicAdd(&s[n], 2); atomicCAS_block(p, 0, 1); atomicInc((unsigned *)p, n);");
    ASSERT_HAS(ir, "(atomic add grid relaxed)");
    ASSERT_HAS(ir, "(atomic cas block relaxed)");
    ASSERT_HAS(ir, "(atomic inc grid relaxed)");
    ASSERT_COUNT(ir, "(access rmw", 3);
    free(ir);
}
END_TEST

START_TEST(values_of_functions) {
    char *ir = modelled("", "p[0] = sqrtf((float)n) + pow(2.0, (int)n) + min(n, 4u) + __popc(n);");
    ASSERT_HAS(ir, "sqrtf");
    ASSERT_HAS(ir, "pow");
    ASSERT_HAS(ir, "popc");
    free(ir);
    ir = modelled("", "p[0] = clock(); p[1] = __activemask(); printf(\"%d\\n\", p[2]);");
    ASSERT_HAS(ir, "(havoc");
    free(ir);
    ir = modelled("#include <cassert>", "assert(n < 64); p[n] = __ldg(p + 3);");
    ASSERT_HAS(ir, "(assume (lt.u32 (param.u32 1) (const.u32 64))");
    free(ir);
    ir = modelled("", "if (n > 3) __trap(); p[0] = warpSize;");
    ASSERT_HAS(ir, "(assume false");
    ASSERT_HAS(ir, "(value (const.i32 32))");
    free(ir);
}
END_TEST

START_TEST(what_every_file_has_without_an_include) {
    char *ir = modelled("", "int64_t i = INT64_C(3); uint8_t b = UINT8_MAX;\n"
                            "float m = -INFINITY, w = NAN;\n"
                            "if (m < w || __builtin_isnan(w)) p[i] = b + __builtin_ctz(n);");
    ASSERT_COUNT(ir, "(access ", 1);
    free(ir);
}
END_TEST

START_TEST(copies) {
    char *ir = modelled("#include <cuda_pipeline.h>",
                        "__pipeline_memcpy_async(&s[4], &p[8], 16); __pipeline_commit();"
                        "__pipeline_wait_prior(0); memcpy(p, s, 64); memset(s, 0, 32);");
    ASSERT_HAS(ir, "(access write void 16");
    ASSERT_COUNT(ir, " async (", 1);
    ASSERT_HAS(ir, "(access read void 64");
    ASSERT_HAS(ir, "(access write void 32");
    free(ir);
}
END_TEST

/* ---- libraries ------------------------------------------------------------------------------- */

START_TEST(templates_nobody_instantiates) {
    char *ir = ir_of("template <class T> __global__ void k(T *p, T q)\n"
                     "{\n"
                     "    p[0] = min(q, p[1]) + exp(q) + abs(p[2]);\n"
                     "    atomicAdd(p, q);\n"
                     "    p[3] = __shfl_down_sync(~0u, q, 1);\n"
                     "}\n");
    ASSERT_LACKS(ir, "(call");
    ASSERT_HAS(ir, "(atomic add grid relaxed)");
    ASSERT_HAS(ir, "(width 32)");
    free(ir);
}
END_TEST

START_TEST(cooperative_groups) {
    static const char includes[] = "#include <cooperative_groups.h>\n"
                                   "#include <cooperative_groups/reduce.h>\n"
                                   "namespace cg = cooperative_groups;";
    char *ir = modelled(includes, "auto b = cg::this_thread_block(); b.sync(); cg::sync(b);"
                                  "p[0] = b.thread_rank();");
    ASSERT_COUNT(ir, "(sync barrier block orders", 2);
    ASSERT_HAS(ir, "tid.z");
    free(ir);
    ir = modelled(includes, "auto t = cg::tiled_partition<16>(cg::this_thread_block()); t.sync();"
                            "p[0] = t.shfl_down(p[1], 2) + cg::reduce(t, p[2], cg::plus<int>());");
    ASSERT_HAS(ir, "(sync barrier warp orders (tile 16)");
    ASSERT_HAS(ir, "(width 16)");
    ASSERT_HAS(ir, "(sync vote warp (tile 16)");
    free(ir);
    ir = modelled(includes, "cg::this_grid().sync(); cg::this_cluster().sync();");
    ASSERT_HAS(ir, "(sync barrier grid orders");
    ASSERT_HAS(ir, "(sync barrier cluster orders");
    free(ir);
}
END_TEST

START_TEST(special_registers) {
    char *ir =
        modelled("#include <cuda/ptx>\nnamespace ptx = cuda::ptx;",
                 "p[ptx::get_sreg_ctaid_x() * ptx::get_sreg_ntid_x()] = n;"
                 "p[ptx::get_sreg_laneid() + ptx::get_sreg_smid()] = ptx::get_sreg_clock64();"
                 "if (ptx::elect_sync(~0u)) p[0] = ptx::get_sreg_cluster_ctarank();");
    ASSERT_HAS(ir, "bid.x");
    ASSERT_HAS(ir, "bdim.x");
    ASSERT_HAS(ir, "(const.u32 31)");
    ASSERT_HAS(ir, "(sync elect warp (mask");
    free(ir);
}
END_TEST

START_TEST(copies_to_other_blocks) {
    char *ir =
        modelled("#include <cuda/ptx>\nusing namespace cuda::ptx;",
                 "__shared__ unsigned long b; int v = n;"
                 "int *to = mapa(space_cluster, s, 1u); auto *at = mapa(space_cluster, &b, 1u);"
                 "st_async(to, v, at); red_async(op_add, to, v, at);"
                 "cp_async_bulk(space_cluster, space_shared, to, s, 64, at);"
                 "cp_async_bulk(space_cluster, space_global, s, p, 64, &b, 3);"
                 "cp_reduce_async_bulk(space_global, space_shared, op_add, p, s, 64);"
                 "int xy[2] = {0, 0};"
                 "cp_async_bulk_tensor(space_cluster, space_global, s, p, xy, &b);"
                 "cp_async_bulk_tensor(space_global, space_shared, p, xy, s);");
    ASSERT_HAS(ir, "async bulk (signals");
    ASSERT_HAS(ir, "(atomic add cluster relaxed) async bulk (signals");
    ASSERT_HAS(ir, "async bulk box (signals");
    free(ir);
}
END_TEST

START_TEST(barrier_objects) {
    char *ir = modelled("#include <cuda/barrier>",
                        "__shared__ cuda::barrier<cuda::thread_scope_block> b;"
                        "if (threadIdx.x == 0) init(&b, n); __syncthreads(); b.arrive_and_wait();");
    ASSERT_HAS(ir, "state (text \"init(&b, n)\")");
    ASSERT_HAS(ir, "(sync barrier block orders (object");
    free(ir);
    ir = modelled("#include <cuda/barrier>",
                  "__shared__ cuda::barrier<cuda::thread_scope_block> b;"
                  "auto t = b.arrive(); p[0] = n; b.wait(std::move(t)); b.arrive_and_drop();");
    ASSERT_HAS(ir, "(sync arrive block orders (object");
    ASSERT_HAS(ir, "(sync wait block orders (object");
    ASSERT_HAS(ir, " drops ");
    free(ir);
}
END_TEST

START_TEST(cub_collectives) {
    char *ir = modelled("#include <cub/cub.cuh>",
                        "typedef cub::BlockReduce<int, 128> Reduce;"
                        "__shared__ Reduce::TempStorage t; p[0] = Reduce(t).Sum(p[threadIdx.x]);");
    ASSERT_COUNT(ir, "(sync barrier block orders", 1);
    ASSERT_HAS(ir, "(const.u32 128))) (value");
    ASSERT_HAS(ir, "(access read void 512");
    free(ir);
}
END_TEST

/* Every collective with its storage: how often it meets, and nothing of it is lost. */
START_TEST(cub_moves) {
    static const struct {
        const char *type, *call;
        unsigned barriers;
    } row[] = {
        {"cub::WarpLoad<int, 4>", "C(t).Load(p, v, n, 0)", 0},
        {"cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE>", "C(t).Load(p, v)", 0},
        {"cub::WarpStore<int, 4, cub::WARP_STORE_STRIPED, 16>", "C(t).Store(p, v, n)", 0},
        {"cub::WarpExchange<int, 4>", "C(t).ScatterToStriped(v, w)", 0},
        {"cub::WarpMergeSort<int, 4>", "C(t).Sort(v, [](int a, int b) { return a < b; })", 0},
        {"cub::BlockHistogram<int, 128, 4, 256>", "C(t).Histogram(v, bins)", 4},
        {"cub::BlockHistogram<int, 128, 4, 256, cub::BLOCK_HISTO_ATOMIC>",
         "C(t).InitHistogram(bins); C(t).Composite(v, bins)", 0},
        {"cub::BlockRadixRank<128, 4, false>", "C(t).RankKeys(v, w, 0)", 3},
        {"cub::BlockAdjacentDifference<int, 128>", "C(t).SubtractLeft(v, w, cub::Sum(), n)", 1},
        {"cub::BlockDiscontinuity<int, 128>", "C(t).FlagHeadsAndTails(v, w, v, cub::Inequality())",
         1},
        {"cub::BlockRunLengthDecode<int, 128, 4, 4>",
         "int all; C c(t, v, w, all); c.RunLengthDecode(w); c.RunLengthDecode(w, v, 512)", 3},
        {"cub::BlockExchange<int, 128, 4>", "C(t).StripedToBlocked(v, w)", 1},
        {"cub::BlockExchange<int, 128, 4>", "C(t).ScatterToStripedFlagged(v, w, v)", 1},
        {"cub::BlockShuffle<int, 128>", "C(t).Up(v, w)", 1},
        {"cub::BlockMergeSort<int, 128, 4>", "C(t).StableSort(v, w, cub::Min(), n, 0)", 3},
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        char *ir = modelled("#include <cub/cub.cuh>",
                            csl_format(ctx,
                                       "typedef %s C; __shared__ C::TempStorage t;"
                                       "__shared__ int bins[256]; int v[4], w[4];"
                                       "for (int i = 0; i < 4; i++) v[i] = w[i] = p[i]; %s;"
                                       "p[threadIdx.x] = v[0] + w[1] + bins[n];",
                                       row[i].type, row[i].call));
        ASSERT_COUNT(ir, "(sync barrier block orders", row[i].barriers);
        free(ir);
    }
}
END_TEST

START_TEST(matrices_and_halves) {
    char *ir =
        modelled("#include <mma.h>\nusing namespace nvcuda;",
                 "wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;"
                 "wmma::fill_fragment(c, 0.0f);"
                 "wmma::store_matrix_sync((float *)p, c, 16, wmma::mem_row_major);"
                 "__half h = __float2half(1.0f); p[0] = __half2float(h * h + __hadd(h, h));");
    ASSERT_HAS(ir, "(access write f32 4");
    free(ir);
}
END_TEST

/* A half made of a value is a function of that value, not a constant. */
START_TEST(halves_keep_what_they_are_made_of) {
    const char *made[] = {"__half(p[n])", "__half((float)p[n])", "__float2half(p[n])"};
    for (unsigned i = 0; i < 3; i++) {
        char *ir =
            modelled("#include <cuda_fp16.h>",
                     csl_format(ctx, "__half h = %s; if (h > __half(1)) p[0] = 1;", made[i]));
        ASSERT_HAS(ir, "(pure.u16");
        ASSERT_LACKS(ir, "(const.u16 0)");
        free(ir);
    }
}
END_TEST

START_TEST(packed_and_directed_arithmetic) {
    /* different functions of the same values are different values, also in templates */
    char *ir = modelled("", "p[0] = __vaddss4(p[1], n) == __vaddus4(p[1], n) ||"
                            " __fadd_rz(p[1], 2) == __fadd_ru(p[1], 2);");
    ASSERT_HAS(ir, "(pure.u32 \"__csl_rare_u\"");
    ASSERT_HAS(ir, "(pure.f32 \"__csl_rare_f\"");
    free(ir);
    ir = ir_of("template <class T> __global__ void k(T *p) { p[0] = __vabsdiffu4(p[1], p[2]); }");
    ASSERT_LACKS(ir, "(call");
    ASSERT_HAS(ir, "(pure.");
    free(ir);
}
END_TEST

START_TEST(bytes_as_floats) {
    char *ir = modelled("#include <cuda_fp8.h>",
                        "__shared__ __nv_fp8_e4m3 f[32]; f[n] = __nv_fp8_e4m3((float)p[n]);"
                        "__syncthreads(); p[n] = (float)f[31 - n];"
                        "p[0] = __nv_cvt_float_to_fp8(1, __NV_SATFINITE, __NV_E5M2);");
    ASSERT_HAS(ir, "(access write u8 1");
    ASSERT_HAS(ir, "(access read u8 1");
    free(ir);
    ir = modelled("#include <cuda_fp8.h>",
                  "p[0] = (float)__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw((unsigned char)n));");
    ASSERT_LACKS(ir, "(call");
    free(ir);
    ir = modelled("#include <cuda_fp8.h>",
                  "p[0] = __nv_cvt_float_to_e8m0(p[1], __NV_SATFINITE, cudaRoundPosInf) +"
                  " __nv_cvt_float2_to_e8m0x2({p[2], p[3]}, __NV_NOSAT, cudaRoundZero);");
    ASSERT_LACKS(ir, "(call");
    free(ir);
}
END_TEST

START_TEST(host_libraries) {
    expect_no_errors(
        "#include <cublas_v2.h>\n"
        "bool set(cublasHandle_t h) {\n"
        "    cublasMath_t mode = CUBLAS_TF32_TENSOR_OP_MATH;\n"
        "    return cublasSetMathMode(h, mode) == CUBLAS_STATUS_SUCCESS &&\n"
        "           !cublasGemmEx(h, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);\n"
        "}",
        "-std=c++17");
}
END_TEST

START_TEST(code_for_targets) {
    char *ir = modelled("#include <nv/target>",
                        "NV_IF_TARGET(NV_IS_HOST, (p[1] = 3;))"
                        "NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90, (p[2] = 4;), (__syncthreads();))");
    ASSERT_HAS(ir, "(sync barrier block");
    ASSERT_LACKS(ir, "(const.i32 3)");
    ASSERT_LACKS(ir, "(const.i32 4)");
    free(ir);
}
END_TEST

/* nvcc includes <cmath> and <algorithm> by itself. */
START_TEST(optional_parameters) {
    char *ir =
        ir_of("#include <cuda/std/optional>\nstruct P { int n; };\n"
              "__global__ void k(int *p, const std::optional<P> a, cuda::std::optional<int> b)\n"
              "{ if (a && threadIdx.x < a->n) p[threadIdx.x] = b.value_or(3); }\n");
    ASSERT_LACKS(ir, "(opaque");
    ASSERT_LACKS(ir, "(call");
    ASSERT_HAS(ir, "(access write i32");
}
END_TEST

START_TEST(traits) {
    expect_no_errors(
        "#include <type_traits>\n#include <variant>\n"
        "struct S { int x; }; struct V { virtual ~V(); }; enum class E { a };\n"
        "static_assert(std::is_trivially_copy_assignable<S>::value);\n"
        "static_assert(!std::is_trivially_copy_assignable_v<V>);\n"
        "static_assert(std::has_virtual_destructor_v<V> && std::is_scoped_enum_v<E>);\n"
        "static_assert(std::is_trivially_constructible<S>::value);\n"
        "static_assert(std::is_nothrow_convertible_v<int, long>);\n"
        "static_assert(std::is_invocable_r_v<long, int (*)(int), int>);\n"
        "static_assert(!std::is_invocable_r_v<S, int (*)(int), int>);\n"
        "static_assert(!std::is_invocable_r_v<void, int, int>);\n"
        "void f() { std::variant<float, S> v; v.emplace<float>(); v.emplace<0>(1.f); }",
        "-std=c++20");
}
END_TEST

START_TEST(std_without_includes) {
    char *ir = modelled("", "p[0] = std::max(p[1], (int)std::sqrt(2.0f * n));");
    ASSERT_HAS(ir, "(pure.f32");
    free(ir);
    ir = ir_of_body("", "p[0] = std::no_such_function(1);");
    ASSERT_HAS(ir, "(opaque");
    free(ir);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("shim");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, every_header_by_itself);
    tcase_add_test(tc, block_barriers);
    tcase_add_test(tc, warp_functions);
    tcase_add_test(tc, atomics);
    tcase_add_test(tc, values_of_functions);
    tcase_add_test(tc, what_every_file_has_without_an_include);
    tcase_add_test(tc, copies);
    tcase_add_test(tc, templates_nobody_instantiates);
    tcase_add_test(tc, cooperative_groups);
    tcase_add_test(tc, special_registers);
    tcase_add_test(tc, copies_to_other_blocks);
    tcase_add_test(tc, barrier_objects);
    tcase_add_test(tc, cub_collectives);
    tcase_add_test(tc, cub_moves);
    tcase_add_test(tc, matrices_and_halves);
    tcase_add_test(tc, halves_keep_what_they_are_made_of);
    tcase_add_test(tc, packed_and_directed_arithmetic);
    tcase_add_test(tc, bytes_as_floats);
    tcase_add_test(tc, host_libraries);
    tcase_add_test(tc, code_for_targets);
    tcase_add_test(tc, optional_parameters);
    tcase_add_test(tc, traits);
    tcase_add_test(tc, std_without_includes);
    Suite *s = suite_create("shim");
    suite_add_tcase(s, tc);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed != 0;
}
