#pragma once
#pragma clang system_header
/* assert() is in core/device.h: what it asserts may be relied on, with and without NDEBUG. */
