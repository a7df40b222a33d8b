#pragma once
#pragma clang system_header
#define __bool_true_false_are_defined 1
