#pragma once
#pragma clang system_header
#include <netinet/in.h>
struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    socklen_t ai_addrlen;
    struct sockaddr *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};
struct hostent { char *h_name, **h_aliases; int h_addrtype, h_length; char **h_addr_list; };
int getaddrinfo(const char *, const char *, const struct addrinfo *, struct addrinfo **);
void freeaddrinfo(struct addrinfo *);
struct hostent *gethostbyname(const char *);
const char *gai_strerror(int);
