// The macro is in a header.
#include "reverse.cuh"
DECLARE_RUN(float);
