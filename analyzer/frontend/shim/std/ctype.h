#pragma once
#pragma clang system_header
int isalpha(int);
int isdigit(int);
int isalnum(int);
int isspace(int);
int isupper(int);
int islower(int);
int ispunct(int);
int isprint(int);
int isxdigit(int);
int toupper(int);
int tolower(int);
