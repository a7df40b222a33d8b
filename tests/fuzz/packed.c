/* What a child sends, which hostile text may have taken over: it is refused or a value that packs
 * to something that is read as the same. */
#include "../../analyzer/child/packed.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    json_t *value = csl_unpack((const char *)data, size);
    if (!value)
        return 0;
    char *again = csl_pack(value);
    json_t *back = csl_unpack(again, strlen(again));
    HOLDS(back && json_equal(back, value));
    json_decref(back);
    json_decref(value);
    free(again);
    return 0;
}
