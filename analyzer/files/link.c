#include "link.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static const char *const of_sources[] = {".cu",  ".cuh", ".c",   ".cc",  ".cpp", ".cxx", ".c++",
                                         ".h",   ".hh",  ".hpp", ".hxx", ".h++", ".inl", ".inc",
                                         ".ipp", ".tpp", ".tcc", ".txx", ".icc", ".def", NULL};

/* Units of CUDA; Bazel's rules know no `.cu`, so projects of Google write `.cu.cc`. */
static const char *const of_cuda_units[] = {".cu", ".cu.cc", ".cu.cpp", ".cu.cxx", NULL};

static bool ends_with_one(const char *path, const char *const *endings) {
    for (; *endings; endings++)
        if (g_str_has_suffix(path, *endings))
            return true;
    return false;
}

bool csl_names_source(const char *path) {
    return ends_with_one(path, of_sources);
}

bool csl_names_cuda_unit(const char *path) {
    return ends_with_one(path, of_cuda_units);
}

bool csl_names_cuda(const char *path) {
    return csl_names_cuda_unit(path) || g_str_has_suffix(path, ".cuh");
}

bool csl_names_header(const char *real) {
    const char *name = strrchr(real, '/');
    return csl_names_source(real) || (name && !strchr(name, '.') && strstr(real, "/include/"));
}

bool csl_is_private(const char *real) {
    const char *name = strrchr(real, '/');
    name = name ? name + 1 : real;
    return strstr(real, "/.git/") || strstr(real, "/.hg/") || strstr(real, "/.svn/") ||
           (name[0] == '.' && !csl_names_source(name));
}

char *csl_link_to_other(const char *path, const char *const *endings) {
    if (!g_file_test(path, G_FILE_TEST_IS_SYMLINK) || !g_file_test(path, G_FILE_TEST_IS_REGULAR))
        return NULL;
    char *real = realpath(path, NULL);
    char *other = real && !ends_with_one(real, endings) ? g_strdup(real) : NULL;
    free(real);
    return other;
}

char *csl_link_to_no_source(const char *path) {
    return csl_link_to_other(path, of_sources);
}
