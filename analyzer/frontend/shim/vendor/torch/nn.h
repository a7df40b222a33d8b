#pragma once
#pragma clang system_header
#include <csl/torch.h>
