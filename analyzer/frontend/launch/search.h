/* What the parts of finding launches share: launch.c, walk.c, callee.c, record.c. */
#ifndef CSL_LAUNCH_SEARCH_H
#define CSL_LAUNCH_SEARCH_H

#include "../hostvalues/host_impl.h"
#include "launch.h"
#include "../../limits/limits.h"

/* How a launch is written. */
typedef enum {
    CSL_LAUNCH_BRACKETS,      /* k<<<grid, block, bytes>>>(...) */
    CSL_LAUNCH_FUNCTION,      /* cudaLaunchKernel(k, grid, block, args, bytes) */
    CSL_LAUNCH_COOPERATIVE,   /* cudaLaunchCooperativeKernel, with the same arguments */
    CSL_LAUNCH_CONFIG,        /* cudaLaunchKernelEx(&config, k, ...) */
    CSL_LAUNCH_CONFIG_ARGS,   /* cudaLaunchKernelExC(&config, k, args) */
    CSL_LAUNCH_DRIVER,        /* cuLaunchKernel(f, gx, gy, gz, bx, by, bz, bytes, ...) */
    CSL_LAUNCH_DRIVER_CONFIG, /* cuLaunchKernelEx(&config, f, args, extra) */
    CSL_LAUNCH_CLUSTER, /* ClusterLauncher::launch(grid, cluster, block, bytes, stream, k, args) */
    CSL_LAUNCH_NODE,    /* cudaGraphAddKernelNode(&node, graph, ..., &params) */
} csl_launch_form;

/* One launch in the text of a function. */
typedef struct csl_launch_site {
    csl_launch_form form;
    CXCursor call, callee; /* the expression that says which kernel, or the structure that does */
    CXCursor config;       /* BRACKETS: the call that takes the configuration */
    csl_host_function *function;
    const csl_host_guard *guards;
    bool in_pattern; /* of a generic lambda: its instances are looked at instead */
} csl_launch_site;

/* A call of a function that has a body. */
typedef struct csl_known_call {
    CXCursor function; /* its definition */
    CXCursor call;
    csl_host_function *in;
    const csl_host_guard *guards;
} csl_known_call;

/* A variable whose uses were looked at (holders.c). */
typedef struct csl_holder {
    CXCursor variable;
    bool kept;
} csl_holder;

/* Where the address of a kernel goes, or what a variable holds. */
typedef enum { CSL_FLOW_USED, CSL_FLOW_VARIABLE, CSL_FLOW_LOST } csl_flow_to;
typedef struct csl_flow {
    CXCursor what; /* the kernel's function, a variable, a parameter or what a chooser gives */
    csl_flow_to to;
    CXCursor variable; /* or parameter, or chooser (csl_chooser_of) */
} csl_flow;

/* cuModuleGetFunction(&variable, module, "name"), cudaGetFuncBySymbol(&variable, kernel). */
typedef struct csl_named_kernel {
    CXCursor variable;
    const char *name; /* or NULL */
    CXCursor symbol;
} csl_named_kernel;

/* A launch that passes the same memory twice (sharing.h). */
typedef struct csl_shared_launch {
    csl_kernel *kernel;
    csl_launch launch;
    bool known; /* how large its block is */
} csl_shared_launch;

typedef struct csl_launch_search {
    const csl_unit *unit;
    csl_lowered *lowered;
    csl_host_function **functions; /* plain ones, then specialisations */
    unsigned nfunctions, cap_functions;
    csl_cursor_map known; /* those by their cursors */
    CXCursor *patterns;   /* templates and members of class templates */
    unsigned npatterns, cap_patterns;
    csl_launch_site *sites;
    unsigned nsites, cap_sites;
    csl_known_call *calls;
    unsigned ncalls, cap_calls;
    csl_flow *flows;
    unsigned nflows, cap_flows;
    csl_named_kernel *named;
    unsigned nnamed, cap_named;
    csl_holder *holders;
    unsigned nholders, cap_holders;
    csl_kernel **foreign; /* of other files, which this one launches */
    unsigned nforeign, cap_foreign;
    csl_shared_launch *sharing;
    unsigned nsharing, cap_sharing;
    CXCursorSet taken; /* functions whose address is taken: there may be other calls of them */
    csl_run_sliced sliced[2]; /* of the function that launches; of one that calls it */
    csl_run_kept read;        /* of all of them */
    unsigned reads;           /* what is left to read of callers (limit host_run_reads) */
    bool overflow;            /* more functions than that */
    enum { CSL_NOT_LOOKED, CSL_NOWHERE, CSL_SOMEWHERE } early; /* launches that begin early */
    bool lost;     /* a launch of which it is not known what it launches */
    bool *settled; /* by kernel: templates have nothing to add; or NULL */
    bool *escaped; /* by kernel: there may be other launches */
    bool *dead;    /* by kernel: a launch of it stands where nothing comes */
} csl_launch_search;

/* ---- walk.c: what stands in host functions ---- */

/* Walks the functions from the given one on, those found on the way included. */
void csl_walk_functions(csl_launch_search *s, unsigned from);
/* Adds a function with a body of the project, unless it is there. */
void csl_walk_also(csl_launch_search *s, CXCursor function);
/* Adds a declaration of the project whose initialiser, or default argument, calls something: it is
 * walked as a function is. */
void csl_walk_initialiser(csl_launch_search *s, CXCursor declaration);

/* ---- forms.c: which calls launch ---- */

/* What a call of this function launches, and which argument says so; -1: it is none. */
int csl_launching(CXCursor call, csl_launch_form *form);
/* The variable that the expression names; null: none. */
CXCursor csl_variable_in(CXCursor e);
/* Takes down a kernel that the call looks up by its name or symbol, if it does. */
void csl_note_named(csl_launch_search *s, CXCursor call);
bool csl_is_launching(CXCursor call);
/* CUTLASS's function that launches clusters. Its body is not walked: it fills members of a
 * structure in another function. It asks for nothing but clusters and an early begin. */
bool csl_is_cluster_launcher(CXCursor function);

/* ---- choosers.c: functions that give the address of a kernel ---- */

/* The type of a function, with or without a list of parameters. */
bool csl_is_function_type(CXType type);
/* The definition of a function that gives the address of a function and that no other file calls;
 * null: it is none. */
CXCursor csl_chooser_of(CXCursor function);
/* What it returns, one expression for each way out. */
csl_cursors csl_choices_of(csl_ctx *ctx, CXCursor chooser);

/* ---- callee.c: which kernels an expression means ---- */

/* The kernel whose definition or pattern the cursor means: of the module, or, while it is walked,
 * of another file; or NULL. */
csl_kernel *csl_kernel_of(csl_launch_search *s, CXCursor function);
/* The next instance of a kernel template in the module, from number *from on, which is the one
 * behind it then; NULL: there is none. */
csl_kernel *csl_instance_of(csl_launch_search *s, CXCursor template_, uint32_t *from);
/* The reference inside an expression such as (void *)kernel; null if there is none. */
CXCursor csl_reference_in(CXCursor e);

/* `&kernel<T>` in a template, where overloads of that operator are in sight: a call that is not
 * resolved. */
bool csl_takes_address(CXCursor call, CXCursor *of);

typedef struct csl_meant {
    csl_kernel *kernels[CSL_ROOM_meant_kernels];
    CXCursor callee[CSL_ROOM_meant_kernels]; /* the reference to each; null: several, or unknown */
    unsigned n;
    bool open; /* it may be another one as well */
} csl_meant;
/* The kernels that the expression may mean at the point. */
csl_meant csl_kernels_meant(csl_launch_search *s, csl_host_point point, CXCursor e);
/* Those that the handle of the driver's interface may stand for, as far as the unit has them. */
csl_meant csl_kernels_named(csl_launch_search *s, CXCursor handle);
/* Those that the structure at that address names. */
csl_meant csl_kernels_of_node(csl_launch_search *s, csl_host_point point, CXCursor params);
/* The addresses of kernels that go where no launch is known are noted (escaped). */
void csl_note_escapes(csl_launch_search *s);
/* The kernel may be launched in a way that is not known. */
void csl_note_escape(csl_launch_search *s, csl_kernel *k);
/* A launch of them stands where nothing comes. */
void csl_note_dead(csl_launch_search *s, const csl_meant *meant);

/* ---- holders.c: objects and handles that hold the address of a kernel ---- */

/* The call looks up a handle for the address of a kernel: its arguments 0 and 1. */
bool csl_looks_up_symbol(CXCursor call);
/* The variable is an object, an array of them, or a handle. */
bool csl_is_holder(CXCursor variable);
/* Nothing but launches that are known is done with the kernels it holds. */
bool csl_holder_is_kept(csl_launch_search *s, CXCursor variable);

/* ---- moved.c: launches that pass the same memory twice ---- */

/* Who calls the function, and with what, need not stand in the text as a call of it: constructors
 * of other classes call those of their bases and members. */
bool csl_has_other_calls(const csl_launch_search *s, CXCursor function);
/* No other file calls the function. */
bool csl_is_closed(const csl_launch_search *s, CXCursor function);

/* ---- record.c: from a site to launches of kernels ---- */

/* Adds the launches of the site to its kernels: one for each call of its function, if it depends
 * on that. */
void csl_record_site(csl_launch_search *s, const csl_launch_site *site);
/* What is known of a launch at a point, as far as its arguments go. */
csl_host_launch csl_launch_of_site(const csl_launch_site *site, csl_host_point point,
                                   const csl_kernel *k, CXCursor callee);
/* Adds a launch, unless it is there; one whose block is not known sets launch_unknown. One that
 * passes the same memory twice is listed in s->sharing instead. */
void csl_add_launch(csl_launch_search *s, csl_kernel *k, csl_launch launch);

#endif
