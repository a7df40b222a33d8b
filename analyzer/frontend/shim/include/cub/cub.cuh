#pragma once
#pragma clang system_header
/* All of CUB that is modelled. */
#include <csl/cub_device.h>
#include <csl/cub_reduce.h>
#include <csl/cub_move.h>
#include <csl/cub_warp.h>
#include <csl/cub_block.h>
#include <csl/cub_warp_move.h>
