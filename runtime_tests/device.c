#include "device.h"

#include "watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A device that has just lost a hung program may need a moment. */
enum { HEALTH_TRIES = 3 };
static const csl_watch_limits health_limits = {.deadline = 30, .grace = 2, .output = 4096};
static const csl_watch_limits version_limits = {.deadline = 30, .grace = 2, .output = 4096};

/* Runs the health check. Returns its output, or NULL if the device is not healthy. */
static char *ask_device(const csl_setup *setup) {
    char *program = g_build_filename(setup->build, "health", NULL), *answer = NULL;
    const char *const argv[] = {program, NULL};
    for (unsigned i = 0; i < HEALTH_TRIES && !answer; i++) {
        csl_watched w;
        csl_watch(argv, NULL, &health_limits, &w);
        if (w.ending == CSL_ENDING_EXIT && w.code == 0) {
            answer = w.output;
        } else {
            fprintf(stderr, "runtime_tests: the health check failed (%s): %s\n",
                    w.ending == CSL_ENDING_DEADLINE ? "no answer" : "no good answer",
                    g_strchomp(w.output));
            g_free(w.output);
            sleep(2);
        }
    }
    g_free(program);
    return answer;
}

bool csl_device_healthy(const csl_setup *setup) {
    char *answer = ask_device(setup);
    g_free(answer);
    return answer != NULL;
}

char *csl_version_in(const char *text) {
    char **parts = g_strsplit_set(text, " \t\n,()", -1), *found = NULL;
    for (char **p = parts; *p && !found; p++) {
        const char *w = **p == 'V' ? *p + 1 : *p;
        size_t digits = strspn(w, "0123456789.");
        if (g_ascii_isdigit(*w) && w[digits] == 0 && strchr(w, '.') != NULL)
            found = g_strdup(w);
    }
    g_strfreev(parts);
    return found ? found : g_strdup("unknown");
}

static char *version_of(const char *program) {
    const char *const argv[] = {program, "--version", NULL};
    csl_watched w;
    csl_watch(argv, NULL, &version_limits, &w);
    /* nvcc prints "release 13.0, V13.0.88": the longer one is wanted */
    const char *exact = strstr(w.output, ", V");
    char *version = csl_version_in(exact ? exact : w.output);
    g_free(w.output);
    return version;
}

static char *driver_version(void) {
    char *text = NULL;
    g_file_get_contents("/proc/driver/nvidia/version", &text, NULL, NULL);
    char *version = csl_version_in(text ? text : "");
    g_free(text);
    return version;
}

/* The value of a line "KEY=VALUE" of the health check, or "unknown". The caller frees it. */
static char *value_of(const char *answer, const char *key) {
    char **lines = g_strsplit(answer, "\n", -1), *value = NULL;
    for (char **l = lines; *l && !value; l++)
        if (g_str_has_prefix(*l, key) && (*l)[strlen(key)] == '=')
            value = g_strdup(*l + strlen(key) + 1);
    g_strfreev(lines);
    return value ? value : g_strdup("unknown");
}

bool csl_device_query(csl_setup *setup) {
    char *answer = ask_device(setup);
    if (!answer)
        return false;
    char *gpus = value_of(answer, "gpus");
    setup->gpus = (unsigned)strtoul(gpus, NULL, 10);
    setup->device.name = value_of(answer, "name");
    setup->device.capability = value_of(answer, "capability");
    setup->device.driver = driver_version();
    setup->device.toolkit = version_of(setup->nvcc);
    setup->device.sanitizer = setup->sanitizer ? version_of(setup->sanitizer) : g_strdup("none");
    g_free(gpus);
    g_free(answer);
    return true;
}
