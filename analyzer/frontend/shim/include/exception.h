#pragma once
#pragma clang system_header
/* Stands in for the samples' header where the real one is not found. */
#include <csl/containers.h>
