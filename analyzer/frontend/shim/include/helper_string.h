#pragma once
#pragma clang system_header
/* Stands in for the samples' header where the real one is not found. */
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(dst, room, src) strcpy(dst, src)
#define FOPEN(file, name, mode) ((file) = fopen(name, mode))
#define FOPEN_FAIL(result) ((result) == 0)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif
bool checkCmdLineFlag(int, const char **, const char *);
int getCmdLineArgumentInt(int, const char **, const char *);
float getCmdLineArgumentFloat(int, const char **, const char *);
bool getCmdLineArgumentString(int, const char **, const char *, char **);
template <class T_> bool getCmdLineArgumentValue(int, const char **, const char *, T_ *);
char *sdkFindFilePath(const char *, const char *);
int stringRemoveDelimiter(char, const char *);
