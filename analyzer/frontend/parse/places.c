/* Places and source text of cursors. */
#include "../../files/words.h"
#include "parse.h"
#include "../../limits/limits.h"

#include <ctype.h>
#include <string.h>

typedef struct known_file {
    CXFile file;
    uint32_t index; /* in module->files, or UINT32_MAX: not entered yet */
    bool shim, toolkit, read;
    const char *path, *text; /* text: once it is read */
    size_t size;
    unsigned *lines; /* offset at which each line starts; NULL: not needed so far */
    uint32_t nlines;
} known_file;

struct csl_places {
    const csl_unit *unit;
    csl_module *module;
    known_file *files;
    unsigned nfiles, cap_files, cap_module;
    unsigned last;       /* files come in runs */
    csl_cursor_map seen; /* extents */
};

csl_places *csl_places_new(const csl_unit *unit, csl_module *module) {
    csl_places *p = CSL_NEW(unit->ctx, csl_places);
    p->unit = unit;
    p->module = module;
    p->cap_module = module->nfiles;
    return p;
}

static known_file *find_file(csl_places *p, CXFile file) {
    if (p->last < p->nfiles && p->files[p->last].file == file)
        return &p->files[p->last];
    for (unsigned i = 0; i < p->nfiles; i++) {
        if (csl_same_file(p->files[i].file, file)) {
            p->last = i;
            return &p->files[i];
        }
    }
    if (p->nfiles == p->cap_files) {
        p->cap_files = p->cap_files ? 2 * p->cap_files : 16;
        known_file *grown = csl_alloc(p->unit->ctx, p->cap_files * sizeof *grown);
        if (p->nfiles)
            memcpy(grown, p->files, p->nfiles * sizeof *grown);
        p->files = grown;
    }
    known_file *f = &p->files[p->nfiles];
    p->last = p->nfiles++;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    f->file = file;
    f->index = UINT32_MAX;
    f->path = csl_intern(p->unit->ctx, path ? path : "");
    f->shim = csl_is_shim_path(f->path);
    f->toolkit = csl_toolkit_has(&p->unit->toolkit, f->path);
    clang_disposeString(name);
    return f;
}

/* ... with its text, which of a precompiled one takes long to get. */
static known_file *find_text(csl_places *p, CXFile file) {
    known_file *f = find_file(p, file);
    if (!f->read)
        f->text = clang_getFileContents(p->unit->tu, file, &f->size);
    f->read = true;
    return f;
}

/* The index of a path in the module. */
static uint32_t path_index(csl_places *p, const char *path) {
    csl_module *m = p->module;
    for (uint32_t i = 0; i < m->nfiles; i++)
        if (strcmp(m->files[i].path, path) == 0)
            return i;
    if (m->nfiles >= p->cap_module) { /* the module may have come with files */
        p->cap_module = 2 * m->nfiles + 4;
        csl_file *grown = csl_alloc(p->unit->ctx, p->cap_module * sizeof *grown);
        if (m->nfiles)
            memcpy(grown, m->files, m->nfiles * sizeof *grown);
        m->files = grown;
    }
    m->files[m->nfiles].path = path;
    return m->nfiles++;
}

/* The index of a file in the module; only files that hold a place get one. */
static uint32_t file_index(csl_places *p, CXFile file) {
    if (!file)
        return 0;
    known_file *f = find_file(p, file);
    if (f->index != UINT32_MAX)
        return f->index;
    return f->index = path_index(p, f->path);
}

/* One end of an extent, both where it counts and where it is spelled. Lines are looked up in a
 * table of our own: libclang counts columns from the start of the line every time. */
typedef struct point {
    CXFile file, spelled_file;
    unsigned offset, spelled_offset;
} point;

/* What is known of a cursor so far. */
typedef struct extent {
    point start, end;
    const csl_place *place; /* without a call chain; NULL: not asked for yet */
    const csl_place *last;  /* with the one that was last asked for; or NULL */
    const char *text;
    bool has_text; /* `text` is known */
} extent;

static point locate(CXSourceLocation loc) {
    point p = {0};
    clang_getFileLocation(loc, &p.file, NULL, NULL, &p.offset);
    clang_getSpellingLocation(loc, &p.spelled_file, NULL, NULL, &p.spelled_offset);
    return p;
}

static void find_lines(csl_ctx *ctx, known_file *f) {
    uint32_t n = 1;
    for (size_t i = 0; i < f->size; i++)
        n += f->text[i] == '\n';
    f->lines = csl_alloc(ctx, n * sizeof *f->lines);
    f->lines[f->nlines++] = 0;
    for (size_t i = 0; i < f->size; i++)
        if (f->text[i] == '\n')
            f->lines[f->nlines++] = (unsigned)i + 1;
}

/* Line and column of an offset, both from 1. */
static void line_of(csl_places *p, CXFile file, unsigned offset, uint32_t *line, uint32_t *col) {
    *line = *col = 1;
    if (!file)
        return;
    known_file *f = find_text(p, file);
    if (!f->text)
        return;
    if (!f->lines)
        find_lines(p->unit->ctx, f);
    uint32_t low = 0, high = f->nlines; /* the line is in [low, high) */
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (f->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    *line = low + 1;
    *col = offset - f->lines[low] + 1;
    const csl_parse_options *options = p->unit->options;
    *col -= csl_mended_before(options, f->path, offset) -
            csl_mended_before(options, f->path, f->lines[low]);
}

static bool in_macro_body(const point *p) {
    return p->file != p->spelled_file || p->offset != p->spelled_offset;
}

/* A macro use ends where it starts as far as libclang tells: step over the name and, if it has
 * them, the arguments. */
static unsigned after_macro_use(const known_file *f, unsigned offset) {
    size_t i = offset;
    while (i < f->size && csl_is_word_char(f->text[i]))
        i++;
    size_t open = i;
    while (open < f->size && f->text[open] == ' ')
        open++;
    if (open >= f->size || f->text[open] != '(')
        return (unsigned)i;
    int depth = 0;
    for (size_t k = open; k < f->size; k++)
        if (f->text[k] == '(')
            depth++;
        else if (f->text[k] == ')' && --depth == 0)
            return (unsigned)k + 1;
    return (unsigned)i;
}

static extent *extent_of(csl_places *places, CXCursor cursor) {
    extent *known = csl_cursor_map_get(&places->seen, cursor);
    if (known)
        return known;
    extent *e = CSL_NEW(places->unit->ctx, extent);
    csl_cursor_map_set(places->unit->ctx, &places->seen, cursor, e);
    CXSourceRange range = clang_getCursorExtent(cursor);
    e->start = locate(clang_getRangeStart(range));
    e->end = locate(clang_getRangeEnd(range));
    if (!e->start.file)
        return e;
    known_file *f = find_text(places, e->start.file);
    if (e->end.file != e->start.file || e->end.offset < e->start.offset || !f->text) {
        e->end.file = e->start.file;
        e->end.offset = e->start.offset;
    } else if (in_macro_body(&e->end) || e->end.offset == e->start.offset) {
        e->end.offset = after_macro_use(f, e->end.offset);
    }
    return e;
}

static const csl_place *place_without_chain(csl_places *places, CXCursor cursor) {
    csl_ctx *ctx = places->unit->ctx;
    extent *e = extent_of(places, cursor);
    if (e->place)
        return e->place;
    csl_place *place = CSL_NEW(ctx, csl_place);
    const point *start = &e->start;
    place->file = file_index(places, start->file);
    line_of(places, start->file, start->offset, &place->line, &place->col);
    line_of(places, start->file, e->end.offset, &place->end_line, &place->end_col);
    if (in_macro_body(start) && start->spelled_file &&
        !find_file(places, start->spelled_file)->shim) {
        csl_place *macro = CSL_NEW(ctx, csl_place);
        macro->file = file_index(places, start->spelled_file);
        line_of(places, start->spelled_file, start->spelled_offset, &macro->line, &macro->col);
        macro->end_line = macro->line;
        macro->end_col = macro->col;
        place->macro = macro;
    }
    return e->place = place;
}

const csl_place *csl_place_of(csl_places *places, CXCursor cursor, const csl_frame *chain) {
    const csl_place *known = place_without_chain(places, cursor);
    if (!chain)
        return known;
    extent *e = extent_of(places, cursor); /* statements of one expression stand at one place */
    if (e->last && e->last->chain == chain)
        return e->last;
    csl_place *place = CSL_NEW(places->unit->ctx, csl_place);
    *place = *known;
    place->chain = chain;
    return e->last = place;
}

const csl_place *csl_name_place(csl_places *places, CXCursor decl) {
    point p = locate(clang_getCursorLocation(decl));
    CXString name = clang_getCursorSpelling(decl);
    csl_place *place = CSL_NEW(places->unit->ctx, csl_place);
    place->file = file_index(places, p.file);
    line_of(places, p.file, p.offset, &place->line, &place->col);
    place->end_line = place->line;
    place->end_col = place->col + (uint32_t)strlen(clang_getCString(name));
    clang_disposeString(name);
    return place;
}

const csl_place *csl_place_elsewhere(csl_places *places, const char *path, const uint32_t at[4]) {
    csl_place *place = CSL_NEW(places->unit->ctx, csl_place);
    *place = (csl_place){path_index(places, path), at[0], at[1], at[2], at[3], NULL, NULL};
    return place;
}

const csl_place *csl_place_at(csl_places *places, CXFile file, uint32_t line, uint32_t col,
                              const csl_frame *chain) {
    csl_place *place = CSL_NEW(places->unit->ctx, csl_place);
    place->chain = chain;
    place->file = file_index(places, file);
    place->line = place->end_line = line ? line : 1;
    place->col = place->end_col = col ? col : 1;
    return place;
}

/* Collapses runs of blanks and comments' line breaks to one blank and cuts what is longer. */
static const char *collapse(csl_ctx *ctx, const char *s, size_t n) {
    char out[CSL_ROOM_source_text + 1];
    size_t len = 0;
    bool blank = false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (isspace(c) || c == '\\') {
            blank = len > 0;
            continue;
        }
        if (len + blank + 1 > CSL_ROOM_source_text) {
            memcpy(out + CSL_ROOM_source_text - 3, "...", 3);
            len = CSL_ROOM_source_text;
            break;
        }
        if (blank)
            out[len++] = ' ';
        blank = false;
        out[len++] = (char)c;
    }
    out[len] = '\0';
    return len ? csl_intern(ctx, out) : NULL;
}

const char *csl_text_of(csl_places *places, CXCursor cursor) {
    extent *e = extent_of(places, cursor);
    if (e->has_text || !e->start.file)
        return e->text;
    e->has_text = true;
    /* What a macro body wrote is known by the use of the macro. */
    const known_file *f = find_file(places, e->start.file);
    if (!f->shim)
        f = find_text(places, e->start.file);
    unsigned from = e->start.offset, to = e->end.offset;
    if (!f->shim && f->text && to <= f->size && to > from)
        e->text = collapse(places->unit->ctx, f->text + from, to - from);
    return e->text;
}

const char *csl_raw_text(csl_places *places, CXCursor cursor, const char **end) {
    point start = locate(clang_getCursorLocation(cursor));
    if (!start.spelled_file)
        return NULL;
    known_file *f = find_text(places, start.spelled_file);
    if (!f->text || start.spelled_offset >= f->size)
        return NULL;
    *end = f->text + f->size;
    return f->text + start.spelled_offset;
}

static char char_before(csl_places *places, CXSourceLocation at) {
    point start = locate(at);
    known_file *f = start.file ? find_text(places, start.file) : NULL;
    if (!f || !f->text || start.offset > f->size)
        return '\0';
    size_t i = start.offset;
    while (i > 0 && isspace((unsigned char)f->text[i - 1]))
        i--;
    return i > 0 ? f->text[i - 1] : '\0';
}

char csl_char_before(csl_places *places, CXCursor cursor) {
    return char_before(places, clang_getRangeStart(clang_getCursorExtent(cursor)));
}

char csl_char_before_name(csl_places *places, CXCursor decl) {
    return char_before(places, clang_getCursorLocation(decl));
}

bool csl_in_shim(csl_places *places, CXCursor cursor) {
    CXFile file = NULL;
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    return file && find_file(places, file)->shim;
}

bool csl_in_library(csl_places *places, CXCursor cursor) {
    CXFile file = NULL;
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    const known_file *f = file ? find_file(places, file) : NULL;
    return f && (f->shim || f->toolkit);
}
