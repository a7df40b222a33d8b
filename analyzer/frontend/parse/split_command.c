/* A command line as a shell would split it. */
#include "nvcc_args.h"

#include <stdbool.h>
#include <string.h>

GPtrArray *csl_split_command(const char *s) {
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    GString *word = g_string_new(NULL);
    bool in_word = false;
    char quote = '\0';
    for (; *s; s++) {
        if (!quote && g_ascii_isspace(*s)) {
            if (in_word)
                g_ptr_array_add(words, g_strdup(word->str));
            g_string_truncate(word, 0);
            in_word = false;
            continue;
        }
        in_word = true;
        if (quote ? *s == quote : *s == '"' || *s == '\'')
            quote = quote ? '\0' : *s;
        else if (*s == '\\' && quote != '\'' && s[1] &&
                 (!quote || s[1] == '"' || s[1] == '\\' || s[1] == '$' || s[1] == '`'))
            g_string_append_c(word, *++s);
        else
            g_string_append_c(word, *s);
    }
    if (in_word)
        g_ptr_array_add(words, g_strdup(word->str));
    g_string_free(word, TRUE);
    return words;
}
