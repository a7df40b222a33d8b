#pragma once
#pragma clang system_header
#include <csl/cutlass.h>
