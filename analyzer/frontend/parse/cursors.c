#include "cursors.h"

#include "cursor_map.h"

/* ---- cursors --------------------------------------------------------------------------------- */

enum { FEW = 6 }; /* hardly any cursor has more children */

struct collector {
    csl_ctx *ctx;
    CXCursor few[FEW];
    CXCursor *v; /* `few`, or what the list is to be */
    unsigned n, cap;
    bool expressions_only;
    enum CXCursorKind first;
};

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct collector *k = data;
    const enum CXCursorKind kind = clang_getCursorKind(c);
    if (k->first == CXCursor_InvalidFile)
        k->first = kind;
    if (k->expressions_only && !clang_isExpression(kind))
        return CXChildVisit_Continue;
    if (k->n == k->cap) {
        k->cap *= 2;
        CXCursor *grown = csl_alloc(k->ctx, k->cap * sizeof *grown);
        memcpy(grown, k->v, k->n * sizeof *grown);
        k->v = grown;
    }
    k->v[k->n++] = c;
    return CXChildVisit_Continue;
}

static csl_cursors collected(csl_ctx *ctx, CXCursor cursor, bool expressions_only,
                             enum CXCursorKind *first) {
    struct collector k;
    k.ctx = ctx;
    k.v = k.few;
    k.n = 0;
    k.cap = FEW;
    k.expressions_only = expressions_only;
    k.first = CXCursor_InvalidFile;
    clang_visitChildren(cursor, collect, &k);
    if (k.v == k.few) {
        k.v = k.n ? csl_alloc(ctx, k.n * sizeof *k.v) : NULL;
        if (k.n)
            memcpy(k.v, k.few, k.n * sizeof *k.v);
    }
    *first = k.first;
    return (csl_cursors){k.v, k.n};
}

csl_cursors csl_children(csl_ctx *ctx, CXCursor cursor) {
    enum CXCursorKind first;
    return collected(ctx, cursor, false, &first);
}

csl_cursors csl_expr_children(csl_ctx *ctx, CXCursor cursor) {
    enum CXCursorKind first;
    return collected(ctx, cursor, true, &first);
}

csl_cursors csl_expr_children_and(csl_ctx *ctx, CXCursor cursor, enum CXCursorKind *first) {
    return collected(ctx, cursor, true, first);
}

static const char *take(csl_ctx *ctx, CXString s) {
    const char *text = clang_getCString(s);
    const char *kept = csl_intern(ctx, text ? text : "");
    clang_disposeString(s);
    return kept;
}

const char *csl_spelling(csl_ctx *ctx, CXCursor cursor) {
    return take(ctx, clang_getCursorSpelling(cursor));
}

const char *csl_usr(csl_ctx *ctx, CXCursor cursor) {
    return take(ctx, clang_getCursorUSR(cursor));
}

static enum CXChildVisitResult find_body(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        return CXChildVisit_Continue;
    *(bool *)data = true;
    return CXChildVisit_Break;
}

bool csl_has_body(CXCursor f) {
    bool found = false;
    clang_visitChildren(f, find_body, &found);
    return found;
}

struct attribute_search {
    enum CXCursorKind kind;
    bool found;
};

static enum CXChildVisitResult find_attribute(CXCursor c, CXCursor parent, CXClientData data) {
    (void)parent;
    struct attribute_search *s = data;
    if (clang_getCursorKind(c) != s->kind)
        return CXChildVisit_Continue;
    s->found = true;
    return CXChildVisit_Break;
}

const char *csl_kernel_key(csl_ctx *ctx, CXCursor function) {
    CXString mangled = clang_Cursor_getMangling(function);
    const char *text = clang_getCString(mangled);
    const char *key = text && *text ? csl_intern(ctx, text) : csl_usr(ctx, function);
    clang_disposeString(mangled);
    if (clang_getCursorLinkage(function) == CXLinkage_External)
        return key;
    CXFile file;
    clang_getFileLocation(clang_getCursorLocation(function), &file, NULL, NULL, NULL);
    CXString path = clang_getFileName(file);
    key = csl_intern(ctx, csl_format(ctx, "%s@%s", key, clang_getCString(path)));
    clang_disposeString(path);
    return key;
}

bool csl_has_attribute(CXCursor decl, enum CXCursorKind kind) {
    struct attribute_search s = {.kind = kind};
    clang_visitChildren(decl, find_attribute, &s);
    return s.found;
}

bool csl_is_of_system(CXCursor c) {
    const CXSourceLocation at = clang_getCursorLocation(c);
    CXFile file = NULL;
    if (!clang_Location_isInSystemHeader(at))
        return false;
    clang_getFileLocation(at, &file, NULL, NULL, NULL);
    CXTranslationUnit tu = clang_Cursor_getTranslationUnit(c);
    return !file || clang_Location_isInSystemHeader(clang_getLocationForOffset(tu, file, 0));
}

bool csl_is_kernel(CXCursor function) {
    return csl_has_attribute(function, CXCursor_CUDAGlobalAttr);
}

/* ---- types ----------------------------------------------------------------------------------- */

/* A type of such a kind is of the same kind in its canonical form; typedefs and the like are not.
 */
static bool is_own_kind(enum CXTypeKind kind) {
    switch (kind) {
    case CXType_Pointer:
    case CXType_Record:
    case CXType_Enum:
    case CXType_LValueReference:
    case CXType_RValueReference:
    case CXType_ConstantArray: return true;
    default: return kind >= CXType_FirstBuiltin && kind <= CXType_LastBuiltin;
    }
}

/* That of the canonical type, which takes long to ask for. */
static enum CXTypeKind kind_of(CXType type) {
    return is_own_kind(type.kind) ? type.kind : clang_getCanonicalType(type).kind;
}

CXType csl_plain(CXType type) {
    CXType t = clang_getCanonicalType(type);
    if (csl_is_reference(t))
        t = clang_getCanonicalType(clang_getPointeeType(t));
    if (t.kind == CXType_Invalid) /* libclang would crash on it */
        return t;
    return clang_getUnqualifiedType(t);
}

bool csl_is_reference(CXType type) {
    enum CXTypeKind k = kind_of(type);
    return k == CXType_LValueReference || k == CXType_RValueReference;
}

bool csl_is_array(CXType type) {
    enum CXTypeKind k = kind_of(type);
    return k == CXType_ConstantArray || k == CXType_IncompleteArray || k == CXType_VariableArray ||
           k == CXType_DependentSizedArray;
}

bool csl_is_class(CXType type) {
    return kind_of(type) == CXType_Record;
}

bool csl_is_vector(CXType type) {
    enum CXTypeKind k = kind_of(type);
    return k == CXType_Vector || k == CXType_ExtVector;
}

bool csl_is_dependent(CXType type) {
    enum CXTypeKind k = kind_of(type);
    return k == CXType_Dependent || k == CXType_Unexposed || k == CXType_Invalid;
}

csl_type csl_scalar_type(CXType type) {
    CXType t = is_own_kind(type.kind) ? type : clang_getCanonicalType(type);
    switch (t.kind) {
    case CXType_Bool: return CSL_BOOL;
    case CXType_Char_S:
    case CXType_SChar: return CSL_I8;
    case CXType_Char_U:
    case CXType_UChar: return CSL_U8;
    case CXType_Short: return CSL_I16;
    case CXType_UShort:
    case CXType_Char16: return CSL_U16;
    case CXType_Int:
    case CXType_WChar: return CSL_I32;
    case CXType_UInt:
    case CXType_Char32: return CSL_U32;
    case CXType_Long:
    case CXType_LongLong: return CSL_I64;
    case CXType_ULong:
    case CXType_ULongLong: return CSL_U64;
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16: return CSL_F32; /* the access still has two bytes */
    case CXType_Float: return CSL_F32;
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128: return CSL_F64;
    case CXType_Pointer:
    case CXType_NullPtr:
    case CXType_MemberPointer:
    case CXType_LValueReference:
    case CXType_RValueReference:
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return CSL_PTR;
    case CXType_Enum:
        return csl_scalar_type(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(t)));
    case CXType_Dependent:
    case CXType_Unexposed: return CSL_F32; /* a template parameter: nothing is known of its value */
    default: return CSL_VOID;
    }
}

csl_type csl_value_type(CXType type) {
    return csl_is_array(type) ? CSL_PTR : csl_scalar_type(type);
}

bool csl_is_integer(CXType type) {
    const enum CXTypeKind kind = csl_plain(type).kind;
    return kind == CXType_Enum || (kind >= CXType_Bool && kind <= CXType_Int128);
}

static bool find_constant(CXCursor e, int64_t *value) {
    CXEvalResult r = csl_is_integer(clang_getCursorType(e)) ? clang_Cursor_Evaluate(e) : NULL;
    if (!r)
        return false;
    const bool known = clang_EvalResult_getKind(r) == CXEval_Int;
    if (known)
        *value = clang_EvalResult_isUnsignedInt(r) ? (int64_t)clang_EvalResult_getAsUnsigned(r)
                                                   : clang_EvalResult_getAsLongLong(r);
    clang_EvalResult_dispose(r);
    return known;
}

bool csl_integer_constant(CXCursor e, int64_t *value) {
    static struct {
        csl_asked last;
        bool known;
        int64_t value;
    } given[CSL_ASKED];
    const uint32_t at = csl_asked_slot(e);
    if (csl_is_asked_anew(&given[at].last, e))
        given[at].known = find_constant(e, &given[at].value);
    if (given[at].known)
        *value = given[at].value;
    return given[at].known;
}

CXType csl_element_type(CXType type) {
    CXType t = clang_getCanonicalType(type);
    return csl_is_array(t) ? clang_getArrayElementType(t) : clang_getPointeeType(t);
}

bool csl_has_layout(CXType type) {
    CXType t = clang_getCanonicalType(type);
    while (csl_is_array(t))
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    if (t.kind != CXType_Record)
        return true;
    CXCursor decl = clang_getTypeDeclaration(t);
    CXCursor def = clang_getCursorDefinition(decl);
    return !clang_isInvalidDeclaration(decl) && !clang_Cursor_isNull(def) &&
           !clang_isInvalidDeclaration(def);
}

uint64_t csl_sizeof(CXType type) {
    CXType t = clang_getCanonicalType(type);
    if (csl_is_reference(t))
        return 8; /* as a member: an address */
    if (csl_is_array(t)) {
        long long n = clang_getArraySize(t);
        return n > 0 ? (uint64_t)n * csl_sizeof(clang_getArrayElementType(t)) : 0;
    }
    switch (t.kind) {
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16: return 2;
    case CXType_Record:
    case CXType_Vector:
    case CXType_ExtVector: {
        /* libclang crashes on some types it should not be asked for: only those that need it. */
        long long bytes = csl_has_layout(t) ? clang_Type_getSizeOf(t) : 0;
        return bytes > 0 ? (uint64_t)bytes : 0;
    }
    case CXType_Int128:
    case CXType_UInt128:
    case CXType_Float128: return 16;
    case CXType_Complex: return 2 * csl_sizeof(clang_getElementType(t));
    default: return csl_is_dependent(t) ? 4 : csl_type_bytes(csl_scalar_type(t));
    }
}

bool csl_is_vector_class(CXType type) {
    CXType t = clang_getCanonicalType(type);
    if (t.kind != CXType_Record || !csl_has_layout(t))
        return false;
    long long bytes = clang_Type_getSizeOf(t), align = clang_Type_getAlignOf(t);
    return bytes == align && (bytes == 4 || bytes == 8 || bytes == 16);
}

csl_type csl_promoted(csl_type t) {
    switch (t) {
    case CSL_BOOL:
    case CSL_I8:
    case CSL_U8:
    case CSL_I16:
    case CSL_U16: return CSL_I32;
    default: return t;
    }
}

csl_type csl_common(csl_type a, csl_type b) {
    a = csl_promoted(a);
    b = csl_promoted(b);
    /* The order of the enumeration is C's rank from I32 on: I32 U32 I64 U64 F32 F64 PTR. */
    return a > b ? a : b;
}

/* ---- parts of a class ------------------------------------------------------------------------ */

/* The children of a class template's specialisation are not shown; its type's fields, bases and
 * methods are. */
typedef struct listing {
    csl_ctx *ctx;
    CXCursor *v;
    unsigned n, cap;
} listing;

static enum CXVisitorResult list_one(CXCursor c, CXClientData data) {
    listing *l = data;
    CSL_GROW(l->ctx, l->v, l->n, l->cap);
    l->v[l->n++] = c;
    return CXVisit_Continue;
}

csl_cursors csl_fields_of(csl_ctx *ctx, CXType type) {
    listing l = {.ctx = ctx};
    clang_Type_visitFields(clang_getCanonicalType(type), list_one, &l);
    return (csl_cursors){l.v, l.n};
}

bool csl_find_member_path(csl_ctx *ctx, CXType in, int64_t offset, csl_type type,
                          CXCursor path[CSL_ROOM_host_member_depth], unsigned *n) {
    if (!csl_is_class(in))
        return offset == 0 && csl_scalar_type(in) == type;
    const csl_cursors fields = csl_fields_of(ctx, in);
    for (unsigned i = 0; i < fields.n; i++) {
        if (clang_getCursorKind(fields.v[i]) != CXCursor_FieldDecl ||
            clang_Cursor_isBitField(fields.v[i]))
            continue;
        const CXType of = csl_plain(clang_getCursorType(fields.v[i]));
        const int64_t at = offset - clang_Cursor_getOffsetOfField(fields.v[i]) / 8;
        if (at < 0 || at >= clang_Type_getSizeOf(of) || *n == CSL_ROOM_host_member_depth)
            continue;
        path[(*n)++] = fields.v[i];
        return csl_find_member_path(ctx, of, at, type, path, n);
    }
    return false;
}

csl_cursors csl_bases_of(csl_ctx *ctx, CXType type) {
#ifdef CSL_HAVE_BASES_API
    listing l = {.ctx = ctx};
    clang_visitCXXBaseClasses(clang_getCanonicalType(type), list_one, &l);
    return (csl_cursors){l.v, l.n};
#else
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
    csl_cursors kids = csl_children(ctx, decl);
    unsigned n = 0;
    for (unsigned i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_CXXBaseSpecifier)
            kids.v[n++] = kids.v[i];
    kids.n = n;
    return kids;
#endif
}

csl_cursors csl_methods_of(csl_ctx *ctx, CXType type) {
#ifdef CSL_HAVE_METHODS_API
    listing l = {.ctx = ctx};
    clang_visitCXXMethods(clang_getCanonicalType(type), list_one, &l);
    return (csl_cursors){l.v, l.n};
#else
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(type));
    CXCursor pattern = clang_getSpecializedCursorTemplate(decl);
    csl_cursors kids = csl_children(ctx, decl);
    if (!kids.n && !clang_Cursor_isNull(pattern))
        kids = csl_children(ctx, pattern);
    unsigned n = 0;
    for (unsigned i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        if (k == CXCursor_CXXMethod || k == CXCursor_Constructor || k == CXCursor_Destructor ||
            k == CXCursor_ConversionFunction)
            kids.v[n++] = kids.v[i];
    }
    kids.n = n;
    return kids;
#endif
}

bool csl_is_polymorphic(csl_ctx *ctx, CXType type) {
    csl_cursors methods = csl_methods_of(ctx, type), bases = csl_bases_of(ctx, type);
    for (unsigned i = 0; i < methods.n; i++)
        if (clang_CXXMethod_isVirtual(methods.v[i]))
            return true;
    for (unsigned i = 0; i < bases.n; i++)
        if (clang_isVirtualBase(bases.v[i]) ||
            csl_is_polymorphic(ctx, clang_getCursorType(bases.v[i])))
            return true;
    return false;
}

CXCursor csl_body_of(csl_ctx *ctx, CXCursor function) {
    csl_cursors kids = csl_children(ctx, function);
    for (unsigned i = kids.n; i-- > 0;) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        if (k == CXCursor_CompoundStmt || k == CXCursor_CXXTryStmt)
            return kids.v[i];
    }
    return clang_getNullCursor();
}
