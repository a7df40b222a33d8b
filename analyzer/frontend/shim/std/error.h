#pragma once
#pragma clang system_header
#include <errno.h>
