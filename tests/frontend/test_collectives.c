/* One operation, whichever way it is spelt: the rows of collectives.def become the same IR. */
#include "lower_test.h"

static const struct {
    const char *cuda, *ptx, *wrapper;
} rows[] = {
#define COLLECTIVE(prefix, threads)
#define SPELLINGS(cuda, ptx, wrapper) {cuda, ptx, wrapper},
#include "../../analyzer/frontend/lower/ptx/collectives.def"
#undef COLLECTIVE
#undef SPELLINGS
};

/* Cuts `(word ...)` out of the line, which ends with a line break. */
static void cut(char *line, const char *word) {
    char *from = strstr(line, word); /* a blank and a bracket */
    if (!from)
        return;
    int depth = 0;
    bool quoted = false;
    char *to = from + 1;
    do {
        quoted ^= *to == '"' && to[-1] != '\\';
        depth += quoted ? 0 : (*to == '(') - (*to == ')');
        to++;
    } while (depth > 0);
    memmove(from, to, strlen(to) + 1);
}

/* What the statement synchronises: the SYNC and FENCE statements of the IR, without their places,
 * names and the numbers of their results. */
static char *synchronisation(const char *statement) {
    char source[2048];
    snprintf(source, sizeof source,
             "#include <cuda/ptx>\n"
             "__global__ void k(unsigned m, int v, int n, unsigned *out) {\n"
             "  __shared__ unsigned long long b;\n  unsigned r = 0;\n  %s\n  *out = r + b;\n}\n",
             statement);
    const csl_parse_options options = {.arch = 900, .contents = source};
    char *ir = ir_with(&options), *found = NULL;
    size_t size;
    FILE *out = open_memstream(&found, &size);
    for (char *at = strtok(ir, "\n"); at; at = strtok(NULL, "\n")) {
        while (*at == ' ')
            at++;
        if (strncmp(at, "(sync ", 6) != 0 && strncmp(at, "(fence ", 7) != 0)
            continue;
        static const char *const names[] = {" (name ", " (text ", " (at ", " (result "};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            cut(at, names[i]);
        at[strcspn(at, "\n")] = 0;
        char *end = at + strlen(at);
        int open = 0;
        for (const char *p = at; *p; p++)
            open += (*p == '(') - (*p == ')');
        for (; open < 0 && end > at && end[-1] == ')'; open++)
            *--end = 0; /* of the body and the kernel */
        fprintf(out, "%s\n", at);
    }
    fclose(out);
    free(ir);
    return found;
}

START_TEST(spellings_say_the_same) {
    const char *const spelling[] = {rows[_i].cuda, rows[_i].ptx, rows[_i].wrapper};
    const char *first = NULL;
    char *wanted = NULL;
    for (int i = 0; i < 3; i++) {
        if (!spelling[i])
            continue;
        char *found = synchronisation(spelling[i]);
        ck_assert_msg(*found, "%s: no synchronisation in the IR", spelling[i]);
        ck_assert_msg(!wanted || strcmp(wanted, found) == 0, "%s\n%s%s\n%s", first, wanted,
                      spelling[i], found);
        if (!wanted) {
            first = spelling[i];
            wanted = found;
        } else {
            free(found);
        }
    }
    ck_assert_ptr_nonnull(wanted);
    free(wanted);
}
END_TEST

START_TEST(a_difference_is_noticed) {
    char *one = synchronisation("__syncwarp(m);"), *other = synchronisation("__syncwarp(v);");
    ck_assert_str_ne(one, other);
    free(one);
    free(other);
}
END_TEST

int main(void) {
    TCase *tc = tcase_create("collectives");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, spellings_say_the_same, 0, sizeof rows / sizeof *rows);
    tcase_add_test(tc, a_difference_is_noticed);
    return run_case(tc);
}
