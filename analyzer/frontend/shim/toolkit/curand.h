#pragma once
#pragma clang system_header
/* Host random numbers. */
typedef struct curandGenerator_st *curandGenerator_t;
enum curandStatus_t { CURAND_STATUS_SUCCESS };
typedef curandStatus_t curandStatus;
enum curandRngType_t {
    CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937,
    CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32,
    CURAND_RNG_QUASI_DEFAULT
};
enum { CURAND_ORDERING_QUASI_DEFAULT, CURAND_ORDERING_PSEUDO_DEFAULT };
typedef unsigned curandDirectionVectors32_t[32];
#define __csl_api(name) template <class... A_> curandStatus_t name(A_...);
__csl_api(curandCreateGenerator) __csl_api(curandDestroyGenerator) __csl_api(curandSetStream)
__csl_api(curandSetPseudoRandomGeneratorSeed) __csl_api(curandSetGeneratorOffset)
__csl_api(curandSetGeneratorOrdering) __csl_api(curandGenerate) __csl_api(curandGenerateUniform)
__csl_api(curandGenerateNormal) __csl_api(curandGenerateUniformDouble)
__csl_api(curandGenerateLogNormal) __csl_api(curandGenerateNormalDouble)
__csl_api(curandSetQuasiRandomGeneratorDimensions) __csl_api(curandGetDirectionVectors32)
__csl_api(curandGetScrambleConstants32)
#undef __csl_api
