#pragma once
#pragma clang system_header
#define SIGINT 2
#define SIGABRT 6
#define SIGKILL 9
#define SIGSEGV 11
#define SIGTERM 15
void (*signal(int, void (*)(int)))(int);
int raise(int);
int kill(int, int);
