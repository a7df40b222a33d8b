#pragma once
#pragma clang system_header
/* What this header declares is always there: core.h. */
