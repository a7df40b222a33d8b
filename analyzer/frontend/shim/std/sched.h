#pragma once
#pragma clang system_header
struct sched_param { int sched_priority; };
extern "C" int sched_yield();
