/* The language server: bytes from a client, in messages or not. A line that begins with a brace is
 * the body of a message; other input is taken as it comes. No check is started. */
#include "../../analyzer/lsp/server.h"
#include "fuzz.h"

static void handle_lines(csl_server *s, char *text) {
    for (char *line = strtok(text, "\n"); line && !s->ended; line = strtok(NULL, "\n")) {
        json_t *message = json_loads(line, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        if (message)
            csl_handle(s, message);
        json_decref(message);
    }
}

static void handle_bytes(csl_server *s, const uint8_t *data, size_t size) {
    g_string_append_len(s->channel.waiting, (const char *)data, (gssize)size);
    json_t *message;
    while (!s->ended && (message = csl_channel_next(&s->channel))) {
        csl_handle(s, message);
        json_decref(message);
    }
    HOLDS(s->channel.waiting->len <= size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!freopen("/dev/null", "w", stdout))
        abort();
    setenv("XDG_CACHE_HOME", "/nonexistent", 1);
    csl_server s;
    csl_server_open(&s, NULL, NULL);
    if (size && data[0] == '{') {
        char *text = fuzz_text(data, size);
        handle_lines(&s, text);
        free(text);
    } else {
        handle_bytes(&s, data, size);
    }
    HOLDS(!s.checking);
    for (guint i = 0; i < s.waiting->len; i++)
        HOLDS(
            g_ptr_array_find(s.documents, g_array_index(s.waiting, csl_waiting, i).document, NULL));
    csl_server_close(&s);
    return 0;
}
