/* Samples what a proof claims: runs the kernels of a file, whole blocks of them, and compares.
 *
 *   sample IR PROOF [SEEN]    IR: what --dump=ir printed; PROOF: what --proof wrote of the same
 * file; SEEN: where to write which threads were at both accesses of a pair, for check.py, which
 * evaluates the conditions of its question
 *
 * The machine is that of tests/random, which knows nothing of terms, intervals or symbols. A run
 * refutes a proof if it races or parts at a barrier; if accesses of different warps that no barrier
 * of the block separates, to one object and one of them a write, are no pair of the proof; if
 * threads differ in a variable on which they are said to agree; if a variable leaves its range.
 * Prints how much was compared; exit status 1: something is refuted.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../random/interpret_memory.h"

#define MOST_SEEN 4096
#define MOST_CLAIMS 1024

typedef struct claim {
    char loop[32];
    uint32_t var;
    bool agreed, ranged;
    long long lo, hi;
} claim;

typedef struct touch {
    const csl_stmt *stmt;
    int64_t object;
    uint32_t warps;                        /* bit per warp */
    uint32_t thread[CSL_RUN_THREADS / 32]; /* of each warp, the first that was there */
} touch;

typedef struct value {
    uint64_t passes;
    const csl_stmt *loop;
    uint32_t claim;
    int64_t value;
} value;

typedef struct sampler {
    const csl_kernel *k;
    json_t *proof;
    FILE *seen; /* or NULL */
    const csl_run_input *in;
    claim claims[MOST_CLAIMS];
    uint32_t nclaims;
    touch touched[MOST_SEEN];
    uint32_t ntouched;
    value values[MOST_SEEN];
    uint32_t nvalues;
    uint32_t runs, pairs, compared, refuted;
} sampler;

static void refute(sampler *s, const char *what, const char *where) {
    printf("%s: refuted: %s %s\n", s->k->name, what, where);
    s->refuted++;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static bool names_both(const char *pair, const char *first, const char *second) {
    const char *at = strstr(pair, first);
    if (!at)
        return false;
    const char *other = strcmp(first, second) == 0 ? strstr(at + 1, second) : strstr(pair, second);
    return other != NULL;
}

static void place_of(char to[48], const csl_stmt *s) {
    static const char *const verbs[] = {"reads", "writes", "updates"};
    snprintf(to, 48, " %u:%u %s ", s->place->line, s->place->col, verbs[s->access->mode]);
}

static void write_thread(const sampler *s, uint32_t t) {
    const uint32_t *dim = s->in->block;
    fprintf(s->seen, "\t%u,%u,%u", t % dim[0], t / dim[0] % dim[1], t / dim[0] / dim[1]);
}

/* kernel, file, line; the two places; two threads; block, its number, grid; parameters. */
static void write_seen(const sampler *s, const touch *x, const touch *y, const char *first,
                       const char *second) {
    uint32_t v = 0, w = 0;
    while (!(x->warps >> v & 1))
        v++;
    while (!(y->warps >> w & 1) || v == w)
        if (++w == CSL_RUN_THREADS / 32)
            return;
    if (!s->seen)
        return;
    const char *file = json_string_value(json_object_get(s->proof, "file"));
    fprintf(s->seen, "%s\t%s\t%lld\t%s\t%s", s->k->name, file,
            json_integer_value(json_object_get(s->proof, "line")), first, second);
    write_thread(s, x->thread[v]);
    write_thread(s, y->thread[w]);
    const csl_run_input *in = s->in;
    fprintf(s->seen, "\t%u,%u,%u\t%u,%u,%u\t%u,%u,%u\t", in->block[0], in->block[1], in->block[2],
            in->bid[0], in->bid[1], in->bid[2], in->grid[0], in->grid[1], in->grid[2]);
    for (uint32_t p = 0; p < s->k->nparams && p < CSL_RUN_PARAMS; p++)
        fprintf(s->seen, "%s=%lld ", s->k->params[p].name, (long long)in->params[p]);
    fputc('\n', s->seen);
}

static void check_pair(sampler *s, const touch *x, const touch *y) {
    const csl_access *a = x->stmt->access, *b = y->stmt->access;
    const uint32_t both = x->warps | y->warps;
    if (x->object != y->object || (both & (both - 1)) == 0 ||
        (a->mode == CSL_MODE_READ && b->mode == CSL_MODE_READ) ||
        (a->atomic != CSL_ATOMIC_NONE && b->atomic != CSL_ATOMIC_NONE))
        return;
    char first[48], second[48];
    place_of(first, x->stmt);
    place_of(second, y->stmt);
    s->pairs++;
    size_t i;
    json_t *pair;
    json_array_foreach(json_object_get(s->proof, "pairs"), i, pair) {
        if (names_both(json_string_value(pair), first, second)) {
            write_seen(s, x, y, first, second);
            return;
        }
    }
    char where[128];
    snprintf(where, sizeof where, "%s,%s", first, second);
    refute(s, "no pair of the proof:", where);
}

static void on_access(void *owner, const csl_stmt *stmt, uint32_t thread, int64_t address) {
    sampler *s = owner;
    const int64_t object = address >> 40;
    uint32_t i = 0;
    while (i < s->ntouched && (s->touched[i].stmt != stmt || s->touched[i].object != object))
        i++;
    if (i == MOST_SEEN)
        return;
    if (i == s->ntouched)
        s->touched[s->ntouched++] = (touch){.stmt = stmt, .object = object};
    if (!(s->touched[i].warps >> thread / 32 & 1))
        s->touched[i].thread[thread / 32] = thread;
    s->touched[i].warps |= 1u << thread / 32;
}

static bool is_of_thread(const sampler *s, int64_t object) {
    for (uint32_t i = 0; i < s->k->nobjects; i++)
        if (csl_memory_address(i, 0) >> 40 == object)
            return s->k->objects[i].kind == CSL_OBJ_LOCAL ||
                   s->k->objects[i].kind == CSL_OBJ_ARGUMENT;
    return false;
}

static void on_opened(void *owner) {
    sampler *s = owner;
    for (uint32_t i = 0; i < s->ntouched && !s->refuted; i++)
        for (uint32_t j = i; j < s->ntouched && !s->refuted; j++)
            if (!is_of_thread(s, s->touched[i].object))
                check_pair(s, &s->touched[i], &s->touched[j]);
    s->ntouched = 0;
}

/* ---- claims ---------------------------------------------------------------------------------- */

static void check_agreed(sampler *s, uint32_t c, const csl_stmt *loop, uint64_t passes, int64_t v) {
    uint32_t i = 0;
    while (i < s->nvalues &&
           (s->values[i].claim != c || s->values[i].loop != loop || s->values[i].passes != passes))
        i++;
    if (i == MOST_SEEN)
        return;
    if (i == s->nvalues)
        s->values[s->nvalues++] = (value){passes, loop, c, v};
    else if (s->values[i].value != v)
        refute(s, "threads differ in", s->k->vars[s->claims[c].var].name);
}

static void on_pass(void *owner, const csl_stmt *loop, uint64_t passes, const int64_t *var,
                    const bool *set) {
    sampler *s = owner;
    char at[32];
    snprintf(at, sizeof at, "%u:%u", loop->place->line, loop->place->col);
    for (uint32_t i = 0; i < s->nclaims && !s->refuted; i++) {
        const claim *c = &s->claims[i];
        if (strcmp(c->loop, at) != 0 || !set[c->var])
            continue;
        s->compared++;
        const int64_t v = var[c->var];
        if (c->ranged && (v < c->lo || v > c->hi))
            refute(s, "out of its range:", s->k->vars[c->var].name);
        if (c->agreed)
            check_agreed(s, i, loop, passes, v);
    }
}

/* How many loops stand there: of several, inlined from one place, it is not known which is meant.
 */
static uint32_t loops_at(const csl_stmt *s, const char *at) {
    uint32_t n = 0;
    for (; s; s = s->next) {
        char here[32];
        if (s->kind == CSL_STMT_IF) {
            n += loops_at(s->branch.body, at) + loops_at(s->branch.other, at);
        } else if (s->kind == CSL_STMT_LOOP || s->kind == CSL_STMT_BLOCK) {
            snprintf(here, sizeof here, "%u:%u", s->place->line, s->place->col);
            n += (s->kind == CSL_STMT_LOOP && strcmp(here, at) == 0) + loops_at(s->block.body, at);
        }
    }
    return n;
}

static void read_claims(sampler *s) {
    size_t i;
    json_t *line;
    json_array_foreach(json_object_get(s->proof, "claims"), i, line) {
        claim c = {0};
        char scope[16], range[2][24];
        if (s->nclaims == MOST_CLAIMS ||
            sscanf(json_string_value(line), "%31s %u %15s %23s %23s", c.loop, &c.var, scope,
                   range[0], range[1]) != 5 ||
            c.var >= s->k->nvars || loops_at(s->k->body, c.loop) != 1)
            continue;
        c.agreed = strcmp(scope, "block") == 0 || strcmp(scope, "grid") == 0;
        c.ranged = sscanf(range[0], "%lld", &c.lo) == 1 && sscanf(range[1], "%lld", &c.hi) == 1;
        s->claims[s->nclaims++] = c;
    }
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* `gridDim.x is 4`, `n is 512 in every launch` among the assumptions; `otherwise` if it is not. */
static uint32_t assumed(const sampler *s, const char *what, uint32_t otherwise) {
    size_t i;
    json_t *a;
    const size_t n = strlen(what);
    json_array_foreach(json_object_get(s->proof, "assumptions"), i, a) {
        const char *text = json_string_value(json_object_get(a, "text"));
        if (strncmp(text, what, n) == 0 && strncmp(text + n, " is ", 4) == 0)
            return (uint32_t)strtoul(text + n + 4, NULL, 10);
    }
    return otherwise;
}

/* What a run shows that an assumption might have excluded refutes nothing. */
static bool rests_on_more(const sampler *s) {
    size_t i;
    json_t *a;
    json_array_foreach(json_object_get(s->proof, "assumptions"), i, a) {
        const char *kind = json_string_value(json_object_get(a, "kind"));
        const char *text = json_string_value(json_object_get(a, "text"));
        const bool kept = strncmp(text, "blockDim.", 9) == 0 || strstr(text, " in every launch");
        if (strcmp(kind, "distinct-pointers") != 0 && strcmp(kind, "grid-shape") != 0 && !kept)
            return true;
    }
    return false;
}

static void run(sampler *s, const uint32_t block[3], uint32_t number) {
    static const int64_t sizes[] = {0, 1, 3, 7, 64, 100, 130};
    csl_run_watch watch = {s, on_access, on_pass, on_opened};
    csl_run_input in = {
        .fill = (csl_fill)(number % CSL_FILL_COUNT), .seed = number, .watch = &watch};
    static const char *const axes[] = {"gridDim.x", "gridDim.y", "gridDim.z"};
    for (int d = 0; d < 3; d++) {
        in.block[d] = block[d];
        in.grid[d] = assumed(s, axes[d], d ? 1 : 2);
        in.bid[d] = number % in.grid[d];
    }
    for (uint32_t p = 0; p < CSL_RUN_PARAMS; p++) {
        const int64_t size =
            sizes[(number + 3 * p * (number / 7)) % (sizeof sizes / sizeof *sizes)];
        in.params[p] =
            p < s->k->nparams ? assumed(s, s->k->params[p].name, (uint32_t)size) : (uint32_t)size;
    }
    s->ntouched = s->nvalues = 0;
    s->in = &in;
    const csl_run_result r = csl_interpret(s->k, &in);
    if (getenv("SAMPLE_WHY") && r.outcome == CSL_RUN_DISCARDED)
        fprintf(stderr, "%s\n", r.why);
    s->runs += r.outcome == CSL_RUN_CLEAN;
    if (r.outcome == CSL_RUN_RACE && !rests_on_more(s))
        refute(s, "a run races", "");
    if (r.outcome == CSL_RUN_DIVERGENCE && !rests_on_more(s))
        refute(s, "threads part at a barrier", "");
}

static void run_shapes(sampler *s) {
    static const uint32_t usual[][3] = {{33, 1, 1}, {64, 1, 1}, {128, 1, 1}, {48, 2, 1}, {4, 4, 4}};
    const char *text = json_string_value(json_object_get(s->proof, "blocks"));
    uint32_t shape[3], number = 0;
    bool exact = false;
    for (const char *at = text; at && *at; at++)
        if ((at == text || at[-1] == ' ') &&
            sscanf(at, "%ux%ux%u", &shape[0], &shape[1], &shape[2]) == 3) {
            exact = true;
            for (uint32_t i = 0; i < 14 && shape[0] * shape[1] * shape[2] <= CSL_RUN_THREADS; i++)
                run(s, shape, number++);
        }
    static const char *const axes[] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !exact; i++) {
        bool fits = text && strncmp(text, "every block shape", 17) == 0;
        for (int d = 0; d < 3; d++)
            fits &= assumed(s, axes[d], usual[i][d]) == usual[i][d];
        for (uint32_t n = 0; n < 7 && fits; n++)
            run(s, usual[i], number++);
    }
}

static const csl_kernel *find(const csl_module *m, json_t *proof) {
    const char *name = json_string_value(json_object_get(proof, "kernel"));
    const char *instance = json_string_value(json_object_get(proof, "instance"));
    const char *file = json_string_value(json_object_get(proof, "file"));
    const csl_kernel *found = NULL;
    for (uint32_t i = 0; i < m->nkernels; i++) {
        const csl_kernel *k = &m->kernels[i];
        if (strcmp(k->name, name) != 0 || k->skipped ||
            strcmp(m->files[k->place->file].path, file) != 0 ||
            strcmp(k->instance ? k->instance : "", instance ? instance : "") != 0)
            continue;
        if (found)
            return NULL; /* which one is not known */
        found = k;
    }
    return found;
}

static char *read_file(const char *path) {
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (f && getdelim(&text, &size, 0, f) < 0) {
        free(text);
        text = NULL;
    }
    if (f)
        fclose(f);
    return text;
}

int main(int argc, char **argv) {
    char *text = argc >= 3 ? read_file(argv[1]) : NULL;
    json_t *document = argc >= 3 ? json_load_file(argv[2], 0, NULL) : NULL;
    FILE *seen = argc == 4 ? fopen(argv[3], "a") : NULL;
    csl_ctx *ctx = csl_ctx_new();
    const char *error = "no text";
    const csl_module *m = text ? csl_read_module(ctx, text, &error) : NULL;
    if (!m || !document) {
        fprintf(stderr, "sample: %s\n", m ? "no proof" : error);
        return 2;
    }
    uint32_t kernels = 0, runs = 0, pairs = 0, compared = 0, refuted = 0;
    size_t i;
    json_t *proof;
    json_array_foreach(json_object_get(document, "kernels"), i, proof) {
        sampler *s = calloc(1, sizeof *s);
        if (!s)
            abort();
        s->k = find(m, proof);
        s->proof = proof;
        s->seen = seen;
        if (s->k) {
            read_claims(s);
            run_shapes(s);
        }
        kernels += s->runs > 0;
        runs += s->runs, pairs += s->pairs, compared += s->compared, refuted += s->refuted;
        free(s);
    }
    printf("sampled: %u kernels, %u runs, %u pairs, %u values\n", kernels, runs, pairs, compared);
    if (seen)
        fclose(seen);
    json_decref(document);
    csl_ctx_free(ctx);
    free(text);
    return refuted ? 1 : 0;
}
