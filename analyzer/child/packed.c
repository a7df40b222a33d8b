#include "packed.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* ---- writing --------------------------------------------------------------------------------- */

static void pack_text(GString *to, const char *text, size_t n) {
    g_string_append_printf(to, "s%zu:", n);
    g_string_append_len(to, text, (gssize)n);
}

static void pack(GString *to, const json_t *value) {
    char number[64];
    size_t i;
    json_t *item;
    const char *key;
    switch (json_typeof(value)) {
    case JSON_NULL: g_string_append_c(to, 'n'); break;
    case JSON_TRUE: g_string_append_c(to, 't'); break;
    case JSON_FALSE: g_string_append_c(to, 'f'); break;
    case JSON_INTEGER:
        g_string_append_printf(to, "i%lld;", (long long)json_integer_value(value));
        break;
    case JSON_REAL:
        g_string_append_printf(to, "d%s;",
                               g_ascii_dtostr(number, (int)sizeof number, json_real_value(value)));
        break;
    case JSON_STRING: pack_text(to, json_string_value(value), json_string_length(value)); break;
    case JSON_ARRAY:
        g_string_append_printf(to, "a%zu:", json_array_size(value));
        json_array_foreach(value, i, item) pack(to, item);
        break;
    case JSON_OBJECT:
        g_string_append_printf(to, "o%zu:", json_object_size(value));
        json_object_foreach((json_t *)value, key, item) {
            pack_text(to, key, strlen(key));
            pack(to, item);
        }
        break;
    }
}

char *csl_pack(const json_t *value) {
    GString *to = g_string_new(NULL);
    pack(to, value);
    return g_string_free(to, FALSE);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct reader {
    const char *at, *end;
    int depth;
} reader;

static json_t *unpack(reader *r);

/* What stands before `stop`, as a text of its own; false if that is no number of a sane length. */
static bool word(reader *r, char stop, char to[64]) {
    const char *found = memchr(r->at, stop, (size_t)(r->end - r->at));
    const size_t n = found ? (size_t)(found - r->at) : 0;
    if (n == 0 || n > 63)
        return false;
    memcpy(to, r->at, n);
    to[n] = '\0';
    r->at = found + 1;
    return true;
}

/* How many bytes or values follow. Each takes a byte at least. */
static bool count(reader *r, size_t *n) {
    char text[64], *end;
    if (!word(r, ':', text) || !g_ascii_isdigit(text[0]))
        return false;
    const guint64 value = g_ascii_strtoull(text, &end, 10);
    *n = (size_t)value;
    return *end == '\0' && value <= (guint64)(r->end - r->at);
}

static json_t *whole_number(reader *r) {
    char text[64], *end;
    if (!word(r, ';', text))
        return NULL;
    const gint64 value = g_ascii_strtoll(text, &end, 10);
    return *end ? NULL : json_integer((json_int_t)value);
}

/* NULL for what is no finite number: JSON has none. */
static json_t *other_number(reader *r) {
    char text[64], *end;
    if (!word(r, ';', text))
        return NULL;
    const double value = g_ascii_strtod(text, &end);
    return *end ? NULL : json_real(value);
}

static json_t *text(reader *r) {
    size_t n;
    if (!count(r, &n) || memchr(r->at, '\0', n))
        return NULL;
    const char *from = r->at;
    r->at += n;
    return json_stringn(from, n);
}

static json_t *list(reader *r) {
    size_t n;
    if (!count(r, &n))
        return NULL;
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++) {
        json_t *item = unpack(r);
        if (!item) {
            json_decref(all);
            return NULL;
        }
        json_array_append_new(all, item);
    }
    return all;
}

static json_t *object(reader *r) {
    size_t n;
    if (!count(r, &n))
        return NULL;
    json_t *all = json_object();
    for (size_t i = 0; i < n; i++) {
        const bool named = r->at < r->end && *r->at++ == 's';
        json_t *key = named ? text(r) : NULL, *value = key ? unpack(r) : NULL;
        if (value)
            json_object_set_new(all, json_string_value(key), value);
        json_decref(key);
        if (!value) {
            json_decref(all);
            return NULL;
        }
    }
    return all;
}

static json_t *unpack(reader *r) {
    if (r->at == r->end || r->depth == CSL_PACKED_DEPTH)
        return NULL;
    json_t *value = NULL;
    r->depth++;
    switch (*r->at++) {
    case 'n': value = json_null(); break;
    case 't': value = json_true(); break;
    case 'f': value = json_false(); break;
    case 'i': value = whole_number(r); break;
    case 'd': value = other_number(r); break;
    case 's': value = text(r); break;
    case 'a': value = list(r); break;
    case 'o': value = object(r); break;
    }
    r->depth--;
    return value;
}

json_t *csl_unpack(const char *bytes, size_t n) {
    reader r = {bytes, bytes + n, 0};
    json_t *value = unpack(&r);
    if (value && r.at == r.end)
        return value;
    json_decref(value);
    return NULL;
}
