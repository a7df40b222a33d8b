/* Hand-made results for the tests of the formats: what an analysis could have found in two small
 * files, and the same shape with the most unpleasant strings we know. */
#ifndef CSL_TESTS_REPORT_FIXTURE_H
#define CSL_TESTS_REPORT_FIXTURE_H

#include "../../analyzer/report/report.h"
#include "../../analyzer/report/source/source.h"

#include <glib.h>

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const char reduce_cu[] =
    "// Sums the values of one block.\n"
    "__global__ void reduce(const float *in, float *out, int n) {\n"
    "    __shared__ float sd[256];\n"
    "    unsigned tid = threadIdx.x;\n"
    "    sd[tid] = in[blockIdx.x * blockDim.x + tid];\n"
    "    __syncthreads();\n"
    "    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {\n"
    "        if (tid < s) {\n"
    "            sd[tid] += sd[tid + s];\n"
    "            __syncthreads();\n"
    "        }\n"
    "    }\n"
    "    if (tid == 0)\n"
    "        out[blockIdx.x] = sd[0];\n"
    "}\n"
    "\n"
    "__global__ void shift(float *data) {\n"
    "    __shared__ float row[256];\n"
    "    /* größer als ein Warp */ row[threadIdx.x] = data[threadIdx.x];\n"
    "    data[threadIdx.x] = row[(threadIdx.x + 1) % blockDim.x];\n"
    "}\n"
    "\n"
    "__global__ void scale(float *data, float by) {\n"
    "    data[blockIdx.x * blockDim.x + threadIdx.x] *= by;\n"
    "}\n";

/* Markup, quotes, separators, control characters, text direction, broken UTF-8. */
#define NASTY                                                                                      \
    "<b>&\"'`|]]>--></script><!--\n\r\t::%0A,:;\\[x](1){}\x1b[31m\xe2\x80\xae\xff\xc3 @a #1"

typedef struct fixture {
    const csl_result *const *results;
    uint32_t n;
    csl_sources *sources;
} fixture;

/* Names relative to the current directory, even if it lies inside a repository. */
static csl_sources *sources_here(void) {
    csl_sources *sources = csl_sources_new();
    char *here = g_get_current_dir();
    csl_sources_set_root(sources, here);
    g_free(here);
    return sources;
}

/* Two findings with witnesses, one with neither witness nor function, every verdict, one file that
 * failed and one with nothing to say. */
static fixture plain_fixture(void) {
#define AT(line, column, end)                                                                      \
    { "src/reduce.cu", line, column, line, end }
    static csl_step waits[] = {
        {.region = AT(5, 5, 48), .interval = 0, .text = "writes `sd[0]`"},
        {.region = AT(6, 5, 20), .interval = 0, .text = "waits at `__syncthreads()`"},
        {.region = AT(8, 13, 20), .interval = 1, .text = "`tid < s` is true: 0 < 32"},
        {.region = AT(10, 13, 28), .interval = 1, .text = "waits at `__syncthreads()`"},
    };
    static csl_step passes[] = {
        {.region = AT(5, 5, 48), .interval = 0, .text = "writes `sd[32]`"},
        {.region = AT(6, 5, 20), .interval = 0, .text = "waits at `__syncthreads()`"},
        {.region = AT(8, 13, 20), .interval = 1, .text = "`tid < s` is false: 32 < 32"},
        {.region = AT(13, 9, 17), .interval = 1, .text = "`tid == 0` is false: 32 == 0"},
        {.region = AT(15, 1, 2), .interval = 1, .text = "ends"},
    };
    static csl_value s32 = {"s", 32};
    static csl_witness parted = {.block = {64, 1, 1},
                                 .values = &s32,
                                 .nvalues = 1,
                                 .threads = {{{0, 0, 0}, {0, 0, 0}, waits, N(waits)},
                                             {{0, 0, 0}, {32, 0, 0}, passes, N(passes)}}};
    static csl_related condition[] = {
        {AT(8, 13, 20), "thread 0: `0 < 32` is true; thread 32: `32 < 32` is false"},
        {AT(10, 13, 28), "thread 0 waits here for thread 32"},
        {AT(4, 14, 31), "`tid` is `threadIdx.x`"},
    };

    static csl_step reader[] = {
        {.region = AT(19, 33, 69), .interval = 0, .text = "writes `row[31]`"},
        {.region = AT(20, 25, 60), .interval = 0, .text = "reads `row[32]`, bytes 128 to 131"},
    };
    static csl_step writer[] = {
        {.region = AT(19, 33, 69), .interval = 0, .text = "writes `row[32]`, bytes 128 to 131"},
    };
    static csl_witness collided = {.block = {64, 1, 1},
                                   .threads = {{{0, 0, 0}, {31, 0, 0}, reader, N(reader)},
                                               {{0, 0, 0}, {32, 0, 0}, writer, N(writer)}}};
    static csl_edit barrier = {AT(19, 33, 69), "__syncthreads();", 0};
    static csl_insertion mends[] = {{19, "    __syncthreads();\n"}, {20, "    __syncthreads();\n"}};
    static csl_related write_place[] = {{AT(19, 33, 69), "thread 32 writes `row[32]`"},
                                        {AT(20, 25, 60), "thread 31 reads `row[32]`"}};
    static const char *no_alias[] = {"`in` and `out` do not overlap"};
    static const char *in_and_out[] = {"in", "out"};
    static const char *archs[] = {"sm_80", "sm_90"};

    static csl_finding findings[] = {
        {.rule = "barrier-divergence",
         .kind = "skip",
         .severity = CSL_ERROR,
         .confidence = CSL_HIGH,
         .message = "some threads never reach this __syncthreads()",
         .region = AT(10, 13, 28),
         .function = "reduce",
         .related = condition,
         .nrelated = N(condition),
         .nplaces = 2,
         .witness = &parted,
         .assumptions = no_alias,
         .nassumptions = 1,
         .fix = "move the barrier out of the `if`",
         .fingerprint = "0123456789abcdef0123456789abcdef",
         .identity = "a"},
        {.rule = "shared-race",
         .kind = "RAW",
         .severity = CSL_ERROR,
         .confidence = CSL_MEDIUM,
         .message = "race on `row`: no barrier between write and read",
         .needs = "needs blockDim.x > 32",
         .region = AT(20, 25, 60),
         .function = "shift",
         .instance = "<float, 256>",
         .related = write_place,
         .nrelated = N(write_place),
         .nplaces = N(write_place),
         .witness = &collided,
         .fix = "add `__syncthreads()` after line 19",
         .edit = &barrier,
         .mends = mends,
         .nmends = N(mends),
         .fingerprint = "fedcba9876543210fedcba9876543210",
         .identity = "b"},
        {.rule = "unused-suppression",
         .severity = CSL_WARNING,
         .confidence = CSL_HIGH,
         .message = "nothing is suppressed here",
         .region = AT(24, 1, 1),
         .fingerprint = "00112233445566778899aabbccddeeff",
         .identity = "c"},
    };
    static const csl_assumption distinct = {CSL_ASSUMED_DISTINCT_POINTERS,
                                            "`in` and `out` do not overlap", in_and_out,
                                            N(in_and_out), AT(23, 17, 22)};
    static const csl_obstacle loaded = {AT(24, 5, 6), "index loaded from memory"};
    static csl_kernel_result kernels[] = {
        {.name = "reduce",
         .region = AT(2, 17, 23),
         .verdict = CSL_FINDINGS,
         .concern = {[CSL_CONCERN_BARRIERS] = {CSL_CONCERN_FINDINGS, .racing = 1},
                     [CSL_CONCERN_SHARED] = {CSL_CONCERN_PROVED, .safe = 3}},
         .safe = 3,
         .racing = 1},
        {.name = "shift",
         .instances = "<float, 256>, <int, 64>",
         .region = AT(17, 17, 22),
         .verdict = CSL_FINDINGS,
         .safe = 1,
         .racing = 1},
        {.name = "scale",
         .region = AT(23, 17, 22),
         .verdict = CSL_PROVED,
         .blocks = "every block shape",
         .concern = {[CSL_CONCERN_BARRIERS] = {CSL_CONCERN_NOTHING},
                     [CSL_CONCERN_WARPS] = {CSL_CONCERN_NOTHING},
                     [CSL_CONCERN_SHARED] = {CSL_CONCERN_PROVED, .safe = 1},
                     [CSL_CONCERN_GLOBAL] = {CSL_CONCERN_PROVED, .safe = 1}},
         .archs = archs,
         .narchs = 2,
         .assumptions = &distinct,
         .nassumptions = 1,
         .safe = 2},
        {.name = "gather",
         .region = AT(23, 17, 22),
         .verdict = CSL_NOT_DECIDED,
         .why = "line 24: index loaded from memory",
         .concern = {[CSL_CONCERN_SHARED] = {CSL_CONCERN_UNDECIDED, 1, 2, 0, &loaded, 1},
                     [CSL_CONCERN_GLOBAL] = {CSL_CONCERN_PROVED}},
         .archs = archs,
         .narchs = 1,
         .safe = 1,
         .undecided = 2},
        {.name = "legacy",
         .region = AT(23, 17, 22),
         .verdict = CSL_NOT_ANALYSED,
         .why = "line 24: goto into a loop"},
        {.name = "empty", .region = AT(23, 17, 22), .verdict = CSL_NOTHING_TO_CHECK},
    };
    static const char *notes[] = {"src/reduce.cu:1:10: 'helper.h' file not found"};
    static const csl_result first = {.file = "src/reduce.cu",
                                     .findings = findings,
                                     .nfindings = N(findings),
                                     .kernels = kernels,
                                     .nkernels = N(kernels),
                                     .notes = notes,
                                     .nnotes = 1,
                                     .incomplete = true};
    static const csl_result failed = {.file = "src/broken.cu",
                                      .error = "the worker ran out of memory"};
    static const csl_result silent = {.file = "src/host.cu"};
    static const csl_result *const results[] = {&first, &failed, &silent};
#undef AT
    csl_sources *sources = sources_here();
    csl_sources_put(sources, "src/reduce.cu", reduce_cu);
    return (fixture){results, N(results), sources};
}

/* Every string is NASTY, places are off the file in every direction. */
static fixture nasty_fixture(void) {
#define FILE_NAME NASTY ".cu"
    static csl_step steps[] = {
        {.region = {FILE_NAME, 0, 0, 0, 0}, .interval = 0, .text = NASTY},
        {.region = {FILE_NAME, 1, 3, 1, 2}, .interval = 7, .text = ""},
        {.region = {FILE_NAME, 2, 1, 4294967295u, 4294967295u},
         .interval = 4294967295u,
         .text = NASTY},
        {.region = {"/absent/../" FILE_NAME, 4294967295u, 4294967295u, 1, 1},
         .interval = 0,
         .text = NASTY},
    };
    static csl_value values[] = {{NASTY, INT64_MIN}, {"", INT64_MAX}};
    static csl_witness witness = {
        .block = {1, 1, 1},
        .values = values,
        .nvalues = N(values),
        .threads = {{{0, 0, 0}, {0, 0, 0}, steps, N(steps)}, {{0, 0, 0}, {1, 0, 0}, NULL, 0}}};
    static csl_edit edit = {{FILE_NAME, 1, 1, 1, 2}, NASTY, UINT32_MAX};
    static csl_insertion mends[] = {{1, " x;\r\n"}, {2, "x;\n"}};
    static csl_related related[] = {{{FILE_NAME, 1, 1, 1, 2}, NASTY}, {{"", 0, 0, 0, 0}, ""}};
    static const char *assumptions[] = {NASTY, ""};
    static const csl_assumption assumed = {
        CSL_ASSUMED_ASSERT, NASTY, assumptions, 2, {FILE_NAME, 0, 0, 0, 0}};
    static const csl_obstacle obstacle = {{FILE_NAME, 4294967295u, 1, 1, 1}, NASTY};
    static csl_finding findings[] = {
        {.rule = "shared-race",
         .kind = NASTY,
         .severity = CSL_WARNING,
         .confidence = CSL_LOW,
         .message = NASTY,
         .region = {FILE_NAME, 1, 1, 1, 5},
         .function = NASTY,
         .instance = NASTY,
         .needs = NASTY,
         .related = related,
         .nrelated = N(related),
         .nplaces = 1,
         .witness = &witness,
         .assumptions = assumptions,
         .nassumptions = N(assumptions),
         .fix = NASTY,
         .edit = &edit,
         .mends = mends,
         .nmends = N(mends),
         .fingerprint = "ff",
         .identity = NASTY,
         .suppressed = "comment: " NASTY},
        {.rule = NASTY,
         .severity = CSL_NOTE,
         .message = "",
         .region = {"", 0, 0, 0, 0},
         .function = "",
         .fingerprint = "fe",
         .identity = ""},
    };
    static csl_kernel_result kernels[] = {
        {.name = NASTY,
         .instances = NASTY,
         .region = {FILE_NAME, 1, 1, 1, 1},
         .verdict = CSL_NOT_DECIDED,
         .why = NASTY,
         .concern = {[CSL_CONCERN_ASYNC] = {CSL_CONCERN_UNDECIDED, 0, 0, 0, &obstacle, 1}},
         .archs = assumptions,
         .narchs = 2,
         .assumptions = &assumed,
         .nassumptions = 1},
        {.name = "", .region = {FILE_NAME, 0, 0, 0, 0}, .verdict = CSL_PROVED, .blocks = NASTY},
    };
    static const char *notes[] = {NASTY};
    static const csl_result first = {.file = FILE_NAME,
                                     .findings = findings,
                                     .nfindings = N(findings),
                                     .kernels = kernels,
                                     .nkernels = N(kernels),
                                     .notes = notes,
                                     .nnotes = 1,
                                     .incomplete = true};
    static const csl_result failed = {.file = NASTY, .error = NASTY};
    static const csl_result *const results[] = {&first, &failed};
    csl_sources *sources = sources_here();
    csl_sources_put(sources, FILE_NAME, NASTY "\n" NASTY "\n");
#undef FILE_NAME
    return (fixture){results, N(results), sources};
}

static fixture clean_fixture(void) {
    static csl_kernel_result kernel = {.name = "scale",
                                       .region = {"src/scale.cu", 1, 17, 1, 22},
                                       .verdict = CSL_PROVED,
                                       .blocks = "256x1x1",
                                       .safe = 4};
    static const csl_result clean = {.file = "src/scale.cu", .kernels = &kernel, .nkernels = 1};
    static const csl_result *const results[] = {&clean};
    csl_sources *sources = sources_here();
    return (fixture){results, 1, sources};
}

static fixture empty_fixture(void) {
    return (fixture){NULL, 0, csl_sources_new()};
}

#endif
