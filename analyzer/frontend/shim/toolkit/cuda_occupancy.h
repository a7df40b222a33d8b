#pragma once
#pragma clang system_header
/* Kernels know nothing of the occupancy that the host computes. */
