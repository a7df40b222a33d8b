#pragma once
#pragma clang system_header
#include <nlohmann/json.hpp>
