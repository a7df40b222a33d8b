#pragma once
#pragma clang system_header
/* NVIDIA Performance Primitives: its numbers and types. */
typedef unsigned char Npp8u;
typedef signed char Npp8s;
typedef unsigned short Npp16u;
typedef short Npp16s;
typedef unsigned int Npp32u;
typedef int Npp32s;
typedef unsigned long long Npp64u;
typedef long long Npp64s;
typedef float Npp32f;
typedef double Npp64f;
struct Npp32fc { Npp32f re, im; };
struct Npp64fc { Npp64f re, im; };
struct NppiPoint { int x, y; };
struct NppiSize { int width, height; };
struct NppiRect { int x, y, width, height; };
#define NPP_MIN_8U 0
#define NPP_MAX_8U 255
#define NPP_MIN_16U 0
#define NPP_MAX_16U 65535
#define NPP_MIN_32U 0
#define NPP_MAX_32U 4294967295U
#define NPP_MIN_64U 0
#define NPP_MAX_64U 18446744073709551615ULL
#define NPP_MIN_8S (-127 - 1)
#define NPP_MAX_8S 127
#define NPP_MIN_16S (-32767 - 1)
#define NPP_MAX_16S 32767
#define NPP_MIN_32S (-2147483647 - 1)
#define NPP_MAX_32S 2147483647
#define NPP_MIN_64S (-9223372036854775807LL - 1)
#define NPP_MAX_64S 9223372036854775807LL
#define NPP_MINABS_32F 1.175494351e-38f
#define NPP_MAXABS_32F 3.402823466e+38f
#define NPP_MINABS_64F 2.2250738585072014e-308
#define NPP_MAXABS_64F 1.7976931348623158e+308
enum NppStatus { NPP_ERROR = -2, NPP_NO_ERROR = 0, NPP_SUCCESS = NPP_NO_ERROR };
enum NppiInterpolationMode {
    NPPI_INTER_NN = 1, NPPI_INTER_LINEAR = 2, NPPI_INTER_CUBIC = 4, NPPI_INTER_SUPER = 8,
    NPPI_INTER_LANCZOS = 16
};
