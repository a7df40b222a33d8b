#pragma once
#pragma clang system_header
char *dirname(char *);
char *basename(char *);
