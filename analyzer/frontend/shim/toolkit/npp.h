#pragma once
#pragma clang system_header
#include <cuda_runtime_api.h>
#include <nppdefs.h>
