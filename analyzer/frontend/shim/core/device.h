/* What else device code calls: cached loads, clocks, output, the C library, textures. */
#pragma clang system_header

/* ---- loads and stores with a cache hint ---- */
#define __csl_loads(name)                                                                          \
    template <class T_> __csl_dev T_ name(const T_ *p) { return *p; }
__csl_loads(__ldcg) __csl_loads(__ldca) __csl_loads(__ldcs) __csl_loads(__ldlu)
#undef __csl_loads
template <class T_> __csl_dev T_ __ldcv(const T_ *p) { return *(const volatile T_ *)p; }
template <class T_> __csl_dev T_ __ldg(const T_ *p)
{
    __csl_read_only(p);
    return *p;
}
#define __csl_stores(name)                                                                         \
    template <class T_> __csl_dev void name(T_ *p, __csl_same<T_> v) { *p = v; }
__csl_stores(__stwb) __csl_stores(__stcg) __csl_stores(__stcs) __csl_stores(__stwt)
#undef __csl_stores

/* ---- address spaces ---- */
__csl_dev size_t __cvta_generic_to_shared(const void *p) { return (size_t)p; }
__csl_dev size_t __cvta_generic_to_global(const void *p) { return (size_t)p; }
__csl_dev size_t __cvta_generic_to_local(const void *p) { return (size_t)p; }
__csl_dev void *__cvta_shared_to_generic(size_t p) { return (void *)p; }
__csl_dev void *__cvta_global_to_generic(size_t p) { return (void *)p; }
__csl_dev bool __isShared(const void *p) { return __csl_pure<bool>(p); }
__csl_dev bool __isGlobal(const void *p) { return __csl_pure<bool>(p); }
__csl_dev bool __isLocal(const void *p) { return __csl_pure<bool>(p); }
__csl_dev bool __isConstant(const void *p) { return __csl_pure<bool>(p); }

/* ---- control and time ---- */
__csl_dev void __trap() { __csl_abort(); }
__csl_dev void __brkpt() {}
__csl_dev void __prof_trigger(int) {}
__csl_dev void __nanosleep(unsigned) {}
__csl_any void __builtin_nv_assume(bool holds) { __csl_assume(holds); }
#define __builtin_assume(...) __csl_assume(static_cast<bool>(__VA_ARGS__))
#define __nv_assume(...) __csl_assume(static_cast<bool>(__VA_ARGS__))
template <class... A_> __csl_any void __assert_fail(A_...) { __csl_abort(); }
template <class... A_> __csl_any void __assertfail(A_...) { __csl_abort(); }
#define assert(...) __csl_assume(static_cast<bool>(__VA_ARGS__))
typedef long clock_t;
#define CLOCKS_PER_SEC ((clock_t)1000000)
inline __host__ __device__ clock_t clock() { return __csl_uniform(__csl_thread, (clock_t)0); }
__csl_dev long long clock64() { return __csl_uniform(__csl_thread, 0ll); }

/* ---- the C library ---- */
inline __host__ __device__ int printf(const char *, ...)
{
    return __csl_uniform(__csl_thread, 0);
}
__csl_any void *__csl_unknown_memory() { return __csl_uniform(__csl_thread, (void *)0); }
extern "C" {
inline __host__ __device__ void *malloc(size_t) { return __csl_unknown_memory(); }
inline __host__ __device__ void free(void *) {}
inline __host__ __device__ void *memcpy(void *d, const void *s, size_t n)
{
    __csl_copy(d, s, n);
    return d;
}
inline __host__ __device__ void *memmove(void *d, const void *s, size_t n)
{
    __csl_copy(d, s, n);
    return d;
}
inline __host__ __device__ void *memset(void *d, int byte, size_t n)
{
    __csl_fill(d, byte, n);
    return d;
}
}
inline __host__ __device__ void *operator new(size_t, void *p) noexcept { return p; }
inline __host__ __device__ void *operator new[](size_t, void *p) noexcept { return p; }

/* ---- textures and surfaces: reads of memory no kernel of the file is seen to write ---- */
/* Texture references: CUDA 12 has them no longer. */
#if !defined __CSL_TOOLKIT || CUDART_VERSION >= 12000
struct textureReference {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};
template <class T_, int dim = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
template <class T_, int dim = 1>
struct __attribute__((device_builtin_surface_type)) surface {};
#ifndef cudaTextureType1D
constexpr int cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3;
constexpr int cudaTextureType2DLayered = 0xf2, cudaTextureTypeCubemap = 0xc;
constexpr int cudaSurfaceType2D = 2, cudaSurfaceType3D = 3;
#endif
#endif

/* What a fetch yields: the element, or floats of the same length where they are normalised. */
template <class T_> struct __csl_texel { typedef float type; };
#define __csl_texel_of(base)                                                                       \
    template <> struct __csl_texel<base##2> { typedef float2 type; };                              \
    template <> struct __csl_texel<base##4> { typedef float4 type; };
__csl_texel_of(char) __csl_texel_of(uchar) __csl_texel_of(short) __csl_texel_of(ushort)
#undef __csl_texel_of
template <class T_, cudaTextureReadMode mode> struct __csl_fetched { typedef T_ type; };
template <class T_> struct __csl_fetched<T_, cudaReadModeNormalizedFloat> : __csl_texel<T_> {};

#define __csl_fetch(name, params, ...)                                                             \
    template <class T_, int dim, cudaTextureReadMode mode>                                         \
    __csl_dev typename __csl_fetched<T_, mode>::type name(const texture<T_, dim, mode> &t, params) \
    {                                                                                              \
        return __csl_pure<typename __csl_fetched<T_, mode>::type>(&t, __VA_ARGS__);                \
    }                                                                                              \
    template <class T_> __csl_dev T_ name(cudaTextureObject_t t, params)                           \
    {                                                                                              \
        return __csl_pure<T_>(t, __VA_ARGS__);                                                     \
    }                                                                                              \
    template <class T_> __csl_dev void name(T_ *out, cudaTextureObject_t t, params)                \
    {                                                                                              \
        *out = __csl_pure<T_>(t, __VA_ARGS__);                                                     \
    }
#define __csl_and ,
__csl_fetch(tex1Dfetch, int x, x)
__csl_fetch(tex1D, float x, x)
__csl_fetch(tex2D, float x __csl_and float y, x, y)
__csl_fetch(tex3D, float x __csl_and float y __csl_and float z, x, y, z)
__csl_fetch(texCubemap, float x __csl_and float y __csl_and float z, x, y, z)
__csl_fetch(tex1DLayered, float x __csl_and int layer, x, layer)
__csl_fetch(tex2DLayered, float x __csl_and float y __csl_and int layer, x, y, layer)
__csl_fetch(tex1DLod, float x __csl_and float lod, x, lod)
__csl_fetch(tex2DLod, float x __csl_and float y __csl_and float lod, x, y, lod)
__csl_fetch(tex3DLod, float x __csl_and float y __csl_and float z __csl_and float lod, x, y, z, lod)
__csl_fetch(tex2Dgather, float x __csl_and float y __csl_and int comp, x, y, comp)
__csl_fetch(tex1DLayeredLod, float x __csl_and int layer __csl_and float lod, x, layer, lod)
__csl_fetch(tex2DLayeredLod, float x __csl_and float y __csl_and int layer __csl_and float lod,
            x, y, layer, lod)
__csl_fetch(texCubemapLod, float x __csl_and float y __csl_and float z __csl_and float lod,
            x, y, z, lod)
__csl_fetch(texCubemapLayered, float x __csl_and float y __csl_and float z __csl_and int layer,
            x, y, z, layer)
__csl_fetch(tex1DGrad, float x __csl_and float dx __csl_and float dy, x, dx, dy)
__csl_fetch(tex2DGrad, float x __csl_and float y __csl_and float2 dx __csl_and float2 dy,
            x, y, dx.x, dx.y, dy.x, dy.y)
__csl_fetch(tex3DGrad, float x __csl_and float y __csl_and float z __csl_and float4 dx __csl_and
            float4 dy, x, y, z, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z)
#undef __csl_fetch

/* A surface is memory at the address that its handle is, or of the reference: x counts bytes, y rows
 * and z layers, each far enough apart that none runs into the next. What lies outside of it is taken
 * not to be accessed. */
__csl_dev char *__csl_surface(cudaSurfaceObject_t s) { return (char *)s; }
__csl_dev char *__csl_surface(unsigned long long s) { return (char *)s; }
template <class S_> __csl_dev char *__csl_surface(const S_ &s) { return (char *)&s; }
__csl_dev long long __csl_texel_at(int x, int y = 0, int z = 0)
{
    return x + (long long)y * (1ll << 32) + (long long)z * (1ll << 48);
}
#define __csl_surf(name, params, ...)                                                              \
    template <class T_, class S_> __csl_dev void surf##name##write(T_ v, const S_ &s, params,      \
                                                                   int = 0)                        \
    {                                                                                              \
        *(T_ *)(__csl_surface(s) + __csl_texel_at(__VA_ARGS__)) = v;                               \
    }                                                                                              \
    template <class T_, class S_> __csl_dev T_ surf##name##read(const S_ &s, params, int = 0)      \
    {                                                                                              \
        return *(const T_ *)(__csl_surface(s) + __csl_texel_at(__VA_ARGS__));                      \
    }                                                                                              \
    template <class T_, class S_> __csl_dev void surf##name##read(T_ *out, const S_ &s, params,    \
                                                                  int = 0)                         \
    {                                                                                              \
        *out = *(const T_ *)(__csl_surface(s) + __csl_texel_at(__VA_ARGS__));                      \
    }
__csl_surf(1D, int x, x)
__csl_surf(2D, int x __csl_and int y, x, y)
__csl_surf(3D, int x __csl_and int y __csl_and int z, x, y, z)
__csl_surf(2DLayered, int x __csl_and int y __csl_and int z, x, y, z)
__csl_surf(Cubemap, int x __csl_and int y __csl_and int z, x, y, z)
__csl_surf(1DLayered, int x __csl_and int y, x, y)
__csl_surf(CubemapLayered, int x __csl_and int y __csl_and int z, x, y, z)
#undef __csl_surf
#undef __csl_and
