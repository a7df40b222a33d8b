/* Block shapes: which are allowed, and in which order they make readable witnesses. */
#include <string.h>

#include "tape.h"
#include "../../limits/limits.h"

static const uint32_t dim_limit[3] = {1024, 1024, 64};

/* One-dimensional blocks first, as people launch them; then the usual tiles; then odd ones, for
 * bugs that hide behind powers of two. */
static const uint32_t known[CSL_ROOM_shapes_tried][3] = {
    {32, 1, 1},   {64, 1, 1},  {16, 1, 1}, {128, 1, 1}, {256, 1, 1}, {512, 1, 1},
    {1024, 1, 1}, {16, 16, 1}, {8, 8, 1},  {32, 8, 1},  {32, 32, 1}, {4, 4, 4},
    {8, 4, 2},    {96, 1, 1},  {33, 1, 1}, {48, 1, 1},  {2, 1, 1},   {3, 1, 1},
    {32, 2, 1},   {2, 2, 1},   {3, 2, 1},  {5, 3, 2},   {1, 32, 1},  {1, 1, 1},
};

bool csl_shape_allowed(const csl_shapes *s, int64_t x, int64_t y, int64_t z) {
    const int64_t dim[3] = {x, y, z};
    for (uint32_t i = 0; i < s->n; i++)
        if (s->shape[i][0] == x && s->shape[i][1] == y && s->shape[i][2] == z)
            return true;
    if (s->n > 0)
        return false;
    for (unsigned d = 0; d < 3; d++)
        if (dim[d] < 1 || dim[d] > (int64_t)dim_limit[d] || (s->fixed[d] && dim[d] != s->fixed[d]))
            return false;
    return x * y * z <= s->max_threads;
}

csl_range csl_shapes_range(const csl_shapes *s, unsigned d) {
    if (s->n == 0) {
        if (s->fixed[d])
            return (csl_range){s->fixed[d], s->fixed[d]};
        return (csl_range){1, dim_limit[d] < s->max_threads ? dim_limit[d] : s->max_threads};
    }
    csl_range r = {s->shape[0][d], s->shape[0][d]};
    for (uint32_t i = 1; i < s->n; i++)
        r = csl_range_join(r, (csl_range){s->shape[i][d], s->shape[i][d]});
    return r;
}

static bool listed(uint32_t (*shape)[3], uint32_t n, const uint32_t one[3]) {
    for (uint32_t i = 0; i < n; i++)
        if (memcmp(shape[i], one, sizeof shape[i]) == 0)
            return true;
    return false;
}

uint32_t csl_shapes_to_try(const csl_shapes *s, uint32_t shape[CSL_ROOM_shapes_tried][3],
                           bool *complete) {
    uint32_t n = 0;
    uint32_t from = s->n > 0 ? s->n : CSL_ROOM_shapes_tried;
    const uint32_t(*list)[3] = s->n > 0 ? s->shape : known;
    for (uint32_t i = 0; i < from && n < CSL_ROOM_shapes_tried; i++) {
        uint32_t one[3];
        for (unsigned d = 0; d < 3; d++) /* a size of its own, 12x?x1, goes with the usual others */
            one[d] = s->n == 0 && s->fixed[d] > 1 ? s->fixed[d] : list[i][d];
        if (csl_shape_allowed(s, one[0], one[1], one[2]) && !listed(shape, n, one))
            memcpy(shape[n++], one, sizeof one);
    }
    *complete = s->n > 0 && s->n <= CSL_ROOM_shapes_tried;
    return n;
}

/* How many shapes the ranges and the number of threads allow; when it is more than `most`, no more
 * is counted. */
static csl_wide count_shapes(const csl_range r[3], csl_wide max_threads, csl_wide most) {
    csl_wide n = 0;
    for (csl_wide z = r[2].lo; z <= r[2].hi && n <= most; z++)
        for (csl_wide y = r[1].lo; y <= r[1].hi && y * z <= max_threads && n <= most; y++) {
            const csl_wide last = max_threads / (y * z), hi = last < r[0].hi ? last : r[0].hi;
            n += hi >= r[0].lo ? hi - r[0].lo + 1 : 0;
        }
    return n;
}

uint32_t csl_shapes_all(csl_pool *pool, const csl_shapes *s, bool one_is_enough,
                        uint32_t (**list)[3]) {
    uint32_t n = 0;
    csl_range r[3];
    if (s->n > 0) {
        if (csl_limit_exceeded(CSL_LIMIT_shapes_listed, s->n))
            return 0;
        *list = csl_pool_room(pool, s->n * sizeof **list);
        memcpy(*list, s->shape, s->n * sizeof **list);
        return s->n;
    }
    for (unsigned d = 0; d < 3; d++)
        r[d] = csl_shapes_range(s, d);
    if (one_is_enough && r[1].hi == 1 && r[2].hi == 1)
        r[0].lo = r[0].hi; /* the threads of a smaller block are among those of a larger one */
    const uint64_t all = (uint64_t)count_shapes(r, s->max_threads, CSL_LIMIT(shapes_listed));
    if (csl_limit_exceeded(CSL_LIMIT_shapes_listed, all))
        return 0;
    *list = csl_pool_room(pool, all * sizeof **list);
    for (csl_wide z = r[2].lo; z <= r[2].hi; z++) {
        for (csl_wide y = r[1].lo; y <= r[1].hi; y++) {
            for (csl_wide x = r[0].lo; x <= r[0].hi && x * y * z <= s->max_threads; x++) {
                (*list)[n][0] = (uint32_t)x;
                (*list)[n][1] = (uint32_t)y;
                (*list)[n][2] = (uint32_t)z;
                n++;
            }
        }
    }
    return n;
}

uint32_t csl_shapes_max_threads(const csl_shapes *s) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t threads = s->shape[i][0] * s->shape[i][1] * s->shape[i][2];
        most = threads > most ? threads : most;
    }
    if (s->n == 0) {
        most = 1;
        for (unsigned d = 0; d < 3; d++) {
            most *= s->fixed[d] ? s->fixed[d] : dim_limit[d];
            most = most > s->max_threads ? s->max_threads : most;
        }
    }
    return most;
}

const char *csl_tried_shapes(csl_ctx *ctx, const csl_shapes *shapes) {
    uint32_t shape[CSL_ROOM_shapes_tried][3];
    bool complete;
    uint32_t n = csl_shapes_to_try(shapes, shape, &complete);
    const char *list = "";
    n = !complete && n > CSL_ROOM_shapes_proved ? CSL_ROOM_shapes_proved : n;
    for (uint32_t i = 0; i < n; i++) {
        list = csl_format(ctx, "%s%s%ux%ux%u", list, i > 0 ? ", " : "", shape[i][0], shape[i][1],
                          shape[i][2]);
    }
    return list;
}

static int64_t linear(const int64_t dim[3], const int64_t t[3]) {
    return (t[2] * dim[1] + t[1]) * dim[0] + t[0];
}

bool csl_pair_holds(csl_pair pair, const int64_t dim[3], const int64_t a[3], const int64_t b[3]) {
    int64_t i = linear(dim, a), j = linear(dim, b);
    switch (pair) {
    case CSL_PAIR_SAME_WARP: return i != j && i / 32 == j / 32;
    case CSL_PAIR_ANY: return true;
    default: return i / csl_apart(pair) != j / csl_apart(pair);
    }
}
