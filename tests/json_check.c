/* json_check FILE [PATH=VALUE...]: for shell tests. Fails unless FILE is one valid JSON document in
 * which each PATH (keys and indices joined by slashes; `#` is the length of an array) has the
 * VALUE: a string as it is, anything else as JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value at a path as text (caller frees); NULL if there is none. */
static char *text_at(const json_t *value, char *path) {
    for (char *key = strtok(path, "/"); key; key = strtok(NULL, "/")) {
        if (strcmp(key, "#") == 0) {
            char *count = malloc(24);
            snprintf(count, 24, "%zu", json_array_size(value));
            return count;
        }
        value = json_is_array(value) ? json_array_get(value, strtoul(key, NULL, 10))
                                     : json_object_get(value, key);
    }
    if (!value)
        return NULL;
    return json_is_string(value) ? strdup(json_string_value(value))
                                 : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    json_error_t error;
    json_t *top = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
    if (!top) {
        printf("%s:%d:%d: not JSON: %s\n", argv[1], error.line, error.column, error.text);
        return 1;
    }
    int failed = 0;
    for (int i = 2; i < argc; i++) {
        char *path = strdup(argv[i]), *expected = strchr(path, '=');
        if (!expected)
            return 2;
        *expected++ = 0;
        char *key = strdup(path), *got = text_at(top, path);
        if (!got || strcmp(got, expected) != 0) {
            printf("%s: %s is `%s`, not `%s`\n", argv[1], key, got ? got : "absent", expected);
            failed = 1;
        }
        free(got);
        free(key);
        free(path);
    }
    json_decref(top);
    return failed;
}
