#pragma once
#pragma clang system_header
/* Stands in for the samples' header where the real one is not found. */
#include <csl/algorithm.h>
#include <helper_image.h>
#include <helper_string.h>
#include <helper_timer.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
