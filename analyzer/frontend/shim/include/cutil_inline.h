#pragma once
#pragma clang system_header
#include <cutil.h>
