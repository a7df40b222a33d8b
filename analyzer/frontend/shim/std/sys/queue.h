#pragma once
#pragma clang system_header
/* The lists of <sys/queue.h> as the manual page queue(7) of the BSDs describes them. */
#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }
#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_ENTRY(type) struct { struct type *le_next, **le_prev; }
#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first, **stqh_last; }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }
#define SIMPLEQ_HEAD(name, type) struct name { struct type *sqh_first, **sqh_last; }
#define SIMPLEQ_ENTRY(type) struct { struct type *sqe_next; }
#define TAILQ_HEAD(name, type) struct name { struct type *tqh_first, **tqh_last; }
#define TAILQ_ENTRY(type) struct { struct type *tqe_next, **tqe_prev; }

#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_EMPTY(head) (!SLIST_FIRST(head))
#define SLIST_NEXT(elm, field) ((elm)->field.sle_next)
#define SLIST_FOREACH(var, head, field) \
    for ((var) = SLIST_FIRST(head); (var); (var) = SLIST_NEXT(var, field))
#define SLIST_HEAD_INITIALIZER(head) { 0 }
#define SLIST_INIT(head) ((void)((head)->slh_first = 0))

#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_EMPTY(head) (!LIST_FIRST(head))
#define LIST_NEXT(elm, field) ((elm)->field.le_next)
#define LIST_FOREACH(var, head, field) \
    for ((var) = LIST_FIRST(head); (var); (var) = LIST_NEXT(var, field))
#define LIST_HEAD_INITIALIZER(head) { 0 }
#define LIST_INIT(head) ((void)((head)->lh_first = 0))

#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_EMPTY(head) (!STAILQ_FIRST(head))
#define STAILQ_NEXT(elm, field) ((elm)->field.stqe_next)
#define STAILQ_FOREACH(var, head, field) \
    for ((var) = STAILQ_FIRST(head); (var); (var) = STAILQ_NEXT(var, field))
#define STAILQ_HEAD_INITIALIZER(head) { 0, &(head).stqh_first }
#define STAILQ_INIT(head) ((void)((head)->stqh_first = 0, (head)->stqh_last = &(head)->stqh_first))

#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_EMPTY(head) (!SIMPLEQ_FIRST(head))
#define SIMPLEQ_NEXT(elm, field) ((elm)->field.sqe_next)
#define SIMPLEQ_FOREACH(var, head, field) \
    for ((var) = SIMPLEQ_FIRST(head); (var); (var) = SIMPLEQ_NEXT(var, field))
#define SIMPLEQ_HEAD_INITIALIZER(head) { 0, &(head).sqh_first }
#define SIMPLEQ_INIT(head) ((void)((head)->sqh_first = 0, (head)->sqh_last = &(head)->sqh_first))

#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_EMPTY(head) (!TAILQ_FIRST(head))
#define TAILQ_NEXT(elm, field) ((elm)->field.tqe_next)
#define TAILQ_FOREACH(var, head, field) \
    for ((var) = TAILQ_FIRST(head); (var); (var) = TAILQ_NEXT(var, field))
#define TAILQ_HEAD_INITIALIZER(head) { 0, &(head).tqh_first }
#define TAILQ_INIT(head) ((void)((head)->tqh_first = 0, (head)->tqh_last = &(head)->tqh_first))

#define SLIST_INSERT_HEAD(head, elm, field) \
    ((void)((elm)->field.sle_next = (head)->slh_first, (head)->slh_first = (elm)))
#define SLIST_INSERT_AFTER(at, elm, field) \
    ((void)((elm)->field.sle_next = (at)->field.sle_next, (at)->field.sle_next = (elm)))
#define SLIST_REMOVE_HEAD(head, field) ((void)((head)->slh_first = (head)->slh_first->field.sle_next))
#define LIST_INSERT_HEAD(head, elm, field)                                             \
    do {                                                                               \
        if (((elm)->field.le_next = (head)->lh_first))                                 \
            (head)->lh_first->field.le_prev = &(elm)->field.le_next;                   \
        (head)->lh_first = (elm);                                                      \
        (elm)->field.le_prev = &(head)->lh_first;                                      \
    } while (0)
#define LIST_REMOVE(elm, field)                                                        \
    do {                                                                               \
        if ((elm)->field.le_next)                                                      \
            (elm)->field.le_next->field.le_prev = (elm)->field.le_prev;                \
        *(elm)->field.le_prev = (elm)->field.le_next;                                  \
    } while (0)
#define STAILQ_INSERT_TAIL(head, elm, field) \
    ((void)((elm)->field.stqe_next = 0, *(head)->stqh_last = (elm), (head)->stqh_last = &(elm)->field.stqe_next))
#define STAILQ_REMOVE_HEAD(head, field)                                                   \
    do {                                                                               \
        if (!((head)->stqh_first = (head)->stqh_first->field.stqe_next))                  \
            (head)->stqh_last = &(head)->stqh_first;                                     \
    } while (0)
#define SIMPLEQ_INSERT_TAIL(head, elm, field) \
    ((void)((elm)->field.sqe_next = 0, *(head)->sqh_last = (elm), (head)->sqh_last = &(elm)->field.sqe_next))
#define SIMPLEQ_REMOVE_HEAD(head, field)                                                   \
    do {                                                                               \
        if (!((head)->sqh_first = (head)->sqh_first->field.sqe_next))                  \
            (head)->sqh_last = &(head)->sqh_first;                                     \
    } while (0)
#define TAILQ_LAST(head, headname) (*(((struct headname *)((head)->tqh_last))->tqh_last))
#define TAILQ_PREV(elm, headname, field) \
    (*(((struct headname *)((elm)->field.tqe_prev))->tqh_last))
#define TAILQ_INSERT_HEAD(head, elm, field)                                            \
    do {                                                                               \
        if (((elm)->field.tqe_next = (head)->tqh_first))                               \
            (head)->tqh_first->field.tqe_prev = &(elm)->field.tqe_next;                \
        else                                                                           \
            (head)->tqh_last = &(elm)->field.tqe_next;                                 \
        (head)->tqh_first = (elm);                                                     \
        (elm)->field.tqe_prev = &(head)->tqh_first;                                    \
    } while (0)
#define TAILQ_INSERT_TAIL(head, elm, field)                                            \
    do {                                                                               \
        (elm)->field.tqe_next = 0;                                                     \
        (elm)->field.tqe_prev = (head)->tqh_last;                                      \
        *(head)->tqh_last = (elm);                                                     \
        (head)->tqh_last = &(elm)->field.tqe_next;                                     \
    } while (0)
#define TAILQ_REMOVE(head, elm, field)                                                 \
    do {                                                                               \
        if ((elm)->field.tqe_next)                                                     \
            (elm)->field.tqe_next->field.tqe_prev = (elm)->field.tqe_prev;             \
        else                                                                           \
            (head)->tqh_last = (elm)->field.tqe_prev;                                  \
        *(elm)->field.tqe_prev = (elm)->field.tqe_next;                                \
    } while (0)
