/* --generate: what shells need to complete a command line, from the table of options. */
#include "options.h"

#include <string.h>

/* The values an option takes as words with spaces between; empty: anything. The caller frees it. */
static char *values_of(const csl_option_info *o) {
    GString *values = g_string_new(NULL);
    for (const char *const *word = o->words; word && *word; word++)
        g_string_append_printf(values, "%s%s", values->len ? " " : "", *word);
    if (o->arg && strcmp(o->arg, "RULE") == 0)
        for (uint32_t i = 0; i < csl_nrules; i++)
            g_string_append_printf(values, "%s%s", i ? " " : "", csl_rules[i].name);
    if (o->arg && g_str_has_prefix(o->arg, "F["))
        for (uint32_t i = 0; i < csl_nreport_formats; i++)
            g_string_append_printf(values, "%s%s", i ? " " : "", csl_report_formats[i].name);
    return g_string_free(values, FALSE);
}

static bool takes(const csl_option_info *o, const char *what) {
    return o->arg && strcmp(o->arg, what) == 0;
}

static bool takes_file(const csl_option_info *o) {
    return takes(o, "FILE") || takes(o, "DIFF");
}

/* ---- bash ------------------------------------------------------------------------------------ */

static void bash_values(FILE *out) {
    csl_option_info o;
    for (size_t i = 0; csl_option_at(i, &o); i++) {
        char *values = values_of(&o);
        if (!o.arg) {
            g_free(values);
            continue;
        }
        fprintf(out, "    --%s", o.name);
        if (o.letter)
            fprintf(out, " | -%c", o.letter);
        if (takes_file(&o) || takes(&o, "DIR"))
            fprintf(out,
                    ") compopt -o filenames; COMPREPLY=($(compgen %s -- \"$cur\")); return ;;\n",
                    takes_file(&o) ? "-f" : "-d");
        else
            fprintf(out, ") COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", values);
        g_free(values);
    }
}

static void bash(FILE *out) {
    fputs("# bash completion for cudasynclint, written by cudasynclint --generate=bash\n"
          "_cudasynclint() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} option=\n"
          "    COMPREPLY=()\n"
          "    # bash splits --name=value at the =\n"
          "    if [[ $cur == \"=\" ]]; then\n"
          "        option=$prev cur=\n"
          "    elif [[ $prev == \"=\" ]]; then\n"
          "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    elif [[ $prev == -* ]]; then\n"
          "        option=$prev\n"
          "    fi\n"
          "    case $option in\n",
          out);
    bash_values(out);
    fputs("    esac\n"
          "    if [[ $cur == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W '",
          out);
    csl_option_info o;
    for (size_t i = 0; csl_option_at(i, &o); i++)
        fprintf(out, "%s--%s%s", i ? " " : "", o.name, o.arg ? "=" : "");
    fputs("' -- \"$cur\"))\n"
          "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
          "    else\n"
          "        compopt -o filenames\n"
          "        COMPREPLY=($(compgen -d -- \"$cur\")\n"
          "            $(compgen -f -X '!*.@(cu|cuh)' -- \"$cur\"))\n"
          "    fi\n"
          "}\n"
          "shopt -s extglob\n"
          "complete -F _cudasynclint cudasynclint\n",
          out);
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* A text inside '...[text]' of _arguments. */
static void zsh_text(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", out);
        else if (strchr("[]:\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void zsh_option(FILE *out, const csl_option_info *o, const char *spelling) {
    char *values = values_of(o);
    fprintf(out, "    '*%s[", spelling);
    zsh_text(out, o->help);
    fputc(']', out);
    if (o->arg) {
        fputc(':', out);
        zsh_text(out, o->arg);
        if (takes_file(o))
            fputs(":_files", out);
        else if (takes(o, "DIR"))
            fputs(":_files -/", out);
        else if (*values)
            fprintf(out, ":(%s)", values);
        else
            fputs(": ", out);
    }
    fputs("' \\\n", out);
    g_free(values);
}

static void zsh(FILE *out) {
    fputs("#compdef cudasynclint\n"
          "# Written by cudasynclint --generate=zsh\n"
          "_arguments -s \\\n",
          out);
    csl_option_info o;
    for (size_t i = 0; csl_option_at(i, &o); i++) {
        char *spelling = g_strdup_printf("--%s%s", o.name, o.arg ? "=" : "");
        zsh_option(out, &o, spelling);
        g_free(spelling);
        if (o.letter) {
            spelling = g_strdup_printf("-%c%s", o.letter, o.arg ? "+" : "");
            zsh_option(out, &o, spelling);
            g_free(spelling);
        }
    }
    fputs("    '*:CUDA source:_files -g \"*.(cu|cuh)\"'\n", out);
}

/* ---- fish ------------------------------------------------------------------------------------ */

static void fish_text(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; text++) {
        if (strchr("'\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void fish(FILE *out) {
    fputs("# fish completion for cudasynclint, written by cudasynclint --generate=fish\n", out);
    csl_option_info o;
    for (size_t i = 0; csl_option_at(i, &o); i++) {
        char *values = values_of(&o);
        fprintf(out, "complete -c cudasynclint -l %s", o.name);
        if (o.letter)
            fprintf(out, " -s %c", o.letter);
        if (takes_file(&o))
            fputs(" -r -F", out);
        else if (takes(&o, "DIR"))
            fputs(" -x -a '(__fish_complete_directories)'", out);
        else if (o.arg)
            fputs(" -x", out);
        if (*values)
            fprintf(out, " -a '%s'", values);
        fputs(" -d ", out);
        fish_text(out, o.help);
        fputc('\n', out);
        g_free(values);
    }
}

void csl_print_completions(FILE *out, int shell) {
    static void (*const print[])(FILE *) = {bash, zsh, fish};
    print[shell](out);
}
