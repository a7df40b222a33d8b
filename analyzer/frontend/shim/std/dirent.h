#pragma once
#pragma clang system_header
#define DT_DIR 4
#define DT_REG 8
struct dirent { unsigned long d_ino; unsigned char d_type; char d_name[256]; };
struct DIR;
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);
