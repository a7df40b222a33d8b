// A macro that uses another one.
#include "reverse.cuh"
DECLARE_BOTH(int);
