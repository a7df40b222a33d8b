/* The device and the programs around it: what they are, and whether the device is healthy. */
#ifndef CSL_RUNTIME_DEVICE_H
#define CSL_RUNTIME_DEVICE_H

#include "setup.h"

/* Runs the health check (csl_build_health), several times if it fails; each try is bounded. False,
 * with the reason on stderr, if the device does not come to answer. */
bool csl_device_healthy(const csl_setup *setup);

/* Fills in setup->device and setup->gpus. False, with the reason on stderr, if there is no healthy
 * device. */
bool csl_device_query(csl_setup *setup);

/* The version in the output of `nvcc --version` or `compute-sanitizer --version`, or in the text of
 * /proc/driver/nvidia/version: the first word that looks like one. The caller frees it; "unknown"
 * if there is none. */
char *csl_version_in(const char *text);

#endif
