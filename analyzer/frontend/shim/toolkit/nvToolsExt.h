#pragma once
#pragma clang system_header
/* Ranges for a profiler: nothing happens. */
int nvtxRangePushA(const char *);
int nvtxRangePop();
void nvtxMarkA(const char *);
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
