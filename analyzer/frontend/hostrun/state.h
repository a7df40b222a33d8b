/* What one run of a host function knows at a point: run.c, values.c, state.c. */
#ifndef CSL_HOSTRUN_STATE_H
#define CSL_HOSTRUN_STATE_H

#include "hostrun.h"
#include "../../limits/limits.h"

/* A variable or an object in it, a member of that, or an element. */
typedef struct csl_run_place {
    CXCursor var;   /* null: the object of the method that the run began with */
    unsigned part;  /* the object in it, the part-th of csl_run.parts; 0: the variable itself */
    CXCursor field; /* null: none */
    int64_t index;  /* of an element, -1: none */
} csl_run_place;

/* What a pointer holds. */
typedef enum {
    CSL_RUN_UNKNOWN, /* other memory than anything else */
    CSL_RUN_MEMORY,  /* `bytes` behind what the place named at its turn-th making, 0: at first */
    CSL_RUN_ADDRESS  /* of the place */
} csl_run_kind;
typedef struct csl_run_value {
    csl_run_kind kind;
    csl_run_place of;
    unsigned turn;
    int64_t bytes;
} csl_run_value;

typedef struct csl_run_frame {
    CXCursor function;
    csl_run_place object; /* of a method */
    csl_run_value result;
    const struct csl_run_frame *outer;
} csl_run_frame;

/* A function that is called, and what its body does. A call further out sees more calls in each
 * other: the body is read again there. */
typedef struct csl_run_seen {
    bool moves, launches;
    unsigned looked; /* how many calls in each other were left to look at, the most so far */
    unsigned sliced; /* the same for the slice, in this pass over the root */
    unsigned pass;
} csl_run_seen;

/* What a pointer holds. */
typedef struct csl_run_cell {
    csl_run_place at;
    csl_run_value holds;
} csl_run_cell;

typedef struct csl_run {
    const csl_run_query *query;
    CXSourceRange launch; /* where it stands */
    csl_ctx *ctx;
    csl_run_cell cells[CSL_ROOM_host_run_cells];
    csl_run_place parts[CSL_ROOM_host_run_parts]; /* members and elements that are objects */
    struct {
        CXCursor cond;
        bool is;
    } decided[CSL_ROOM_host_run_choices]; /* conditions, until a variable in them changes */
    bool choices[CSL_ROOM_host_run_choices];
    unsigned ncells, nparts, ndecided, nchoices, chosen; /* the first `chosen` choices are made */
    unsigned turns, depth, steps, open;                  /* open: conditions that were not known */
    unsigned over; /* statements around that are only looked at for what variables they change */
    bool at_launch, again, gave_up; /* again: the method is called once more */
    bool cut; /* what pointers hold may be otherwise: a loop was left while its passes still moved
                 them, or one was assigned that is not known */
    csl_run_frame *frame;
    CXCursor names[CSL_ROOM_host_run_names]; /* that the pointers may come from: slice.c */
    unsigned nnames;
    csl_cursor_map followed; /* of names: those that are there */
    csl_cursor_map looked;   /* by statement: what is in it (run.c) */
    csl_cursor_map seen;     /* by function: csl_run_seen */
} csl_run;

/* ---- reading.c ---- */

/* A cursor in some code, in the order of the text, with what was asked about it. */
typedef struct csl_run_item {
    CXCursor cursor;
    enum CXCursorKind kind;
    unsigned behind; /* the next item of the list that does not stand in it */
    union {
        struct { /* of a call */
            CXCursor definition;
            CXSourceRange extent;
            bool launches, exchanges;
            bool assigns; /* operator= */
            bool settled; /* it is a launch, or of a function that is known (csl_run_is_known) */
        };
        struct {                   /* of a name */
            CXCursor name, object; /* object: of a member, where that is a variable; or null */
        };
    };
} csl_run_item;
typedef struct csl_run_list {
    csl_run_item *v;
    unsigned n, cap;
} csl_run_list;

/* Calls, assignments, variables, choices and ways out in it, itself included. */
const csl_run_list *csl_run_deeds_in(csl_run *r, CXCursor in);
/* Variables and members that are named in it, itself included. */
const csl_run_list *csl_run_names_in(csl_run *r, CXCursor e);
/* What cursors in it, itself included, refer to. */
const csl_cursor_set *csl_run_references(csl_run *r, CXCursor e);
/* csl_children, csl_body_of */
const csl_cursors *csl_run_children(csl_run *r, CXCursor s);
CXCursor csl_run_body_of(csl_run *r, CXCursor function);

/* ---- state.c ---- */

csl_run_place csl_run_variable(CXCursor var);
/* The object that lies at the place, to name members of it. */
csl_run_place csl_run_object(csl_run *r, csl_run_place place);
csl_run_place csl_run_member(csl_run_place object, CXCursor field);
bool csl_run_is_object(const csl_run_place *place); /* neither a member nor an element */
bool csl_run_same_place(const csl_run_place *a, const csl_run_place *b);
/* It is the object, or lies in it. */
bool csl_run_is_within(const csl_run *r, csl_run_place place, const csl_run_place *object);
csl_run_value csl_run_read(csl_run *r, csl_run_place place);
void csl_run_write(csl_run *r, csl_run_place place, csl_run_value value);
csl_run_value csl_run_new(csl_run *r, csl_run_place place); /* memory that nothing else points to */
/* All in the object, but what is written to it later, is memory that nothing else points to. */
void csl_run_renew(csl_run *r, csl_run_place object);
csl_run_value csl_run_unknown(void);
bool csl_run_same(const csl_run_value *a, const csl_run_value *b);
/* Two lists of n: the same pointers hold the same, but for the names of what is new. */
bool csl_run_same_cells(const csl_run_cell *a, const csl_run_cell *b, unsigned n);
/* What was decided about conditions that the variable is part of holds no more. */
void csl_run_forget(csl_run *r, CXCursor var);
/* The next choice of this run: false in the first run that gets here. */
bool csl_run_choose(csl_run *r);
/* Whether the condition holds: computed from pointers, decided before, or chosen now. */
bool csl_run_holds(csl_run *r, CXCursor cond, bool counts);

/* ---- values.c ---- */

csl_run_value csl_run_eval(csl_run *r, CXCursor e);
/* The variable, member or element that the expression names; false: none that is known. */
bool csl_run_lvalue(csl_run *r, CXCursor e, csl_run_place *place);
/* The object is made from, or assigned, the expression. */
void csl_run_copy(csl_run *r, csl_run_place to, CXType type, CXCursor from);
bool csl_run_is_pointer(CXType type);
bool csl_run_is_function(CXCursor c);
/* A function, or a pointer to one: which kernel is launched says nothing of its arguments. */
bool csl_run_is_kernel(CXType type);

/* ---- calls.c ---- */

csl_run_value csl_run_call(csl_run *r, CXCursor call);
bool csl_run_is_launch(const csl_run *r, const csl_run_item *call); /* that is asked about */
/* The object is made by a call of a constructor that copies none. */
void csl_run_construct(csl_run *r, csl_run_place object, CXCursor call);

/* Two of the pointers that the launch passes come out of one object. */
bool csl_run_passes_parts(const csl_run *r);
/* One of them is what a function of this code gives: `k<<<1, n>>>(first(a), b)`. */
bool csl_run_passes_given(const csl_run *r);

/* What the call of a function refers to that does nothing but return a reference,
 * `char *&handle(T &o) { return o.p; }`; false: it is another, or that is not known. */
bool csl_run_referred(csl_run *r, CXCursor call, csl_run_place *place);
/* `std::move(a)`, `std::forward<T>(a)`: it is `a`. */
bool csl_run_hands_on(CXCursor call);
/* `std::swap(a, b)`, `std::exchange(a, b)` */
bool csl_run_exchanges(CXCursor call);

/* ---- slice.c ---- */

/* What was found out about the function. Owned by the run. */
csl_run_seen *csl_run_seen_at(csl_run *r, CXCursor function);

/* Spends one of the cursors that may be read (limit host_run_reads); false, and the run gives up,
 * if none is left. */
bool csl_run_may_read(csl_run *r);

/* Fills in the names: variables, and members of classes. */
void csl_run_slice(csl_run *r, CXCursor body);
/* Declared by CUDA or by the system, or with a body. */
bool csl_run_is_known(CXCursor function);
bool csl_run_follows(const csl_run *r, CXCursor name);
/* One of them stands in the expression. */
bool csl_run_mentions(csl_run *r, CXCursor e);
/* A parameter, a member or a global variable is among them. */
bool csl_run_from_outside(const csl_run *r);
/* The function is a constructor that initialises a member among them. */
bool csl_run_initialises(csl_run *r, CXCursor f);
/* A pointer variable that is none of them, which a choice initialises. */
bool csl_run_is_idle(csl_run *r, CXCursor var);
/* What is done assigns one of them, swaps some, or chooses among some. */
bool csl_run_changes(csl_run *r, const csl_run_item *done);

/* ---- run.c ---- */

typedef enum { CSL_RUN_ON, CSL_RUN_BREAK, CSL_RUN_CONTINUE, CSL_RUN_RETURN } csl_run_way;
csl_run_way csl_run_statement(csl_run *r, CXCursor s);
/* What stands in it assigns such names or reaches the launch, or calls what does. */
bool csl_run_moves(csl_run *r, CXCursor in);

#endif
