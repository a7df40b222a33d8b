/* Nothing is precompiled (CSL_PRECOMPILE=OFF). */
#include "../parse/precompiled.h"

const csl_precompiled csl_precompiled_headers[] = {{0}};
const unsigned csl_nprecompiled = 0;
const char csl_precompiled_by[] = "";
const char *const csl_precompiled_files[] = {NULL};
