#pragma once
#pragma clang system_header
#define POLLIN 1
#define POLLOUT 4
typedef unsigned long nfds_t;
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *, nfds_t, int);
