/* Packed, directed and other functions of the compiler, all of them uninterpreted.
 *
 * As macros: one costs a tenth of what a declaration costs to parse, and these names are reserved, so
 * hardly a program has others of the same name; those that programs overload are in math.h. The number
 * tells them apart. */
#pragma clang system_header
#define __csl_rare(R_, name) __csl_math R_ name(int which, ...);
__csl_rare(int, __csl_rare_i) __csl_rare(unsigned, __csl_rare_u)
__csl_rare(unsigned long long, __csl_rare_ull)
__csl_rare(float, __csl_rare_f) __csl_rare(double, __csl_rare_d)
#undef __csl_rare

#define __vabs2(...) __csl_rare_u(1, __VA_ARGS__)
#define __vabsss2(...) __csl_rare_u(2, __VA_ARGS__)
#define __vneg2(...) __csl_rare_u(3, __VA_ARGS__)
#define __vnegss2(...) __csl_rare_u(4, __VA_ARGS__)
#define __vabs4(...) __csl_rare_u(5, __VA_ARGS__)
#define __vabsss4(...) __csl_rare_u(6, __VA_ARGS__)
#define __vneg4(...) __csl_rare_u(7, __VA_ARGS__)
#define __vnegss4(...) __csl_rare_u(8, __VA_ARGS__)
#define __vadd2(...) __csl_rare_u(9, __VA_ARGS__)
#define __vaddss2(...) __csl_rare_u(10, __VA_ARGS__)
#define __vaddus2(...) __csl_rare_u(11, __VA_ARGS__)
#define __vsub2(...) __csl_rare_u(12, __VA_ARGS__)
#define __vsubss2(...) __csl_rare_u(13, __VA_ARGS__)
#define __vsubus2(...) __csl_rare_u(14, __VA_ARGS__)
#define __vavgs2(...) __csl_rare_u(15, __VA_ARGS__)
#define __vavgu2(...) __csl_rare_u(16, __VA_ARGS__)
#define __vhaddu2(...) __csl_rare_u(17, __VA_ARGS__)
#define __vmaxs2(...) __csl_rare_u(18, __VA_ARGS__)
#define __vmaxu2(...) __csl_rare_u(19, __VA_ARGS__)
#define __vmins2(...) __csl_rare_u(20, __VA_ARGS__)
#define __vminu2(...) __csl_rare_u(21, __VA_ARGS__)
#define __vabsdiffs2(...) __csl_rare_u(22, __VA_ARGS__)
#define __vabsdiffu2(...) __csl_rare_u(23, __VA_ARGS__)
#define __vsads2(...) __csl_rare_u(24, __VA_ARGS__)
#define __vsadu2(...) __csl_rare_u(25, __VA_ARGS__)
#define __vcmpeq2(...) __csl_rare_u(26, __VA_ARGS__)
#define __vcmpne2(...) __csl_rare_u(27, __VA_ARGS__)
#define __vcmpges2(...) __csl_rare_u(28, __VA_ARGS__)
#define __vcmpgeu2(...) __csl_rare_u(29, __VA_ARGS__)
#define __vcmpgts2(...) __csl_rare_u(30, __VA_ARGS__)
#define __vcmpgtu2(...) __csl_rare_u(31, __VA_ARGS__)
#define __vcmples2(...) __csl_rare_u(32, __VA_ARGS__)
#define __vcmpleu2(...) __csl_rare_u(33, __VA_ARGS__)
#define __vcmplts2(...) __csl_rare_u(34, __VA_ARGS__)
#define __vcmpltu2(...) __csl_rare_u(35, __VA_ARGS__)
#define __vseteq2(...) __csl_rare_u(36, __VA_ARGS__)
#define __vsetne2(...) __csl_rare_u(37, __VA_ARGS__)
#define __vsetges2(...) __csl_rare_u(38, __VA_ARGS__)
#define __vsetgeu2(...) __csl_rare_u(39, __VA_ARGS__)
#define __vsetgts2(...) __csl_rare_u(40, __VA_ARGS__)
#define __vsetgtu2(...) __csl_rare_u(41, __VA_ARGS__)
#define __vsetles2(...) __csl_rare_u(42, __VA_ARGS__)
#define __vsetleu2(...) __csl_rare_u(43, __VA_ARGS__)
#define __vsetlts2(...) __csl_rare_u(44, __VA_ARGS__)
#define __vsetltu2(...) __csl_rare_u(45, __VA_ARGS__)
#define __vadd4(...) __csl_rare_u(46, __VA_ARGS__)
#define __vaddss4(...) __csl_rare_u(47, __VA_ARGS__)
#define __vaddus4(...) __csl_rare_u(48, __VA_ARGS__)
#define __vsub4(...) __csl_rare_u(49, __VA_ARGS__)
#define __vsubss4(...) __csl_rare_u(50, __VA_ARGS__)
#define __vsubus4(...) __csl_rare_u(51, __VA_ARGS__)
#define __vavgs4(...) __csl_rare_u(52, __VA_ARGS__)
#define __vavgu4(...) __csl_rare_u(53, __VA_ARGS__)
#define __vhaddu4(...) __csl_rare_u(54, __VA_ARGS__)
#define __vmaxs4(...) __csl_rare_u(55, __VA_ARGS__)
#define __vmaxu4(...) __csl_rare_u(56, __VA_ARGS__)
#define __vmins4(...) __csl_rare_u(57, __VA_ARGS__)
#define __vminu4(...) __csl_rare_u(58, __VA_ARGS__)
#define __vabsdiffs4(...) __csl_rare_u(59, __VA_ARGS__)
#define __vabsdiffu4(...) __csl_rare_u(60, __VA_ARGS__)
#define __vsads4(...) __csl_rare_u(61, __VA_ARGS__)
#define __vsadu4(...) __csl_rare_u(62, __VA_ARGS__)
#define __vcmpeq4(...) __csl_rare_u(63, __VA_ARGS__)
#define __vcmpne4(...) __csl_rare_u(64, __VA_ARGS__)
#define __vcmpges4(...) __csl_rare_u(65, __VA_ARGS__)
#define __vcmpgeu4(...) __csl_rare_u(66, __VA_ARGS__)
#define __vcmpgts4(...) __csl_rare_u(67, __VA_ARGS__)
#define __vcmpgtu4(...) __csl_rare_u(68, __VA_ARGS__)
#define __vcmples4(...) __csl_rare_u(69, __VA_ARGS__)
#define __vcmpleu4(...) __csl_rare_u(70, __VA_ARGS__)
#define __vcmplts4(...) __csl_rare_u(71, __VA_ARGS__)
#define __vcmpltu4(...) __csl_rare_u(72, __VA_ARGS__)
#define __vseteq4(...) __csl_rare_u(73, __VA_ARGS__)
#define __vsetne4(...) __csl_rare_u(74, __VA_ARGS__)
#define __vsetges4(...) __csl_rare_u(75, __VA_ARGS__)
#define __vsetgeu4(...) __csl_rare_u(76, __VA_ARGS__)
#define __vsetgts4(...) __csl_rare_u(77, __VA_ARGS__)
#define __vsetgtu4(...) __csl_rare_u(78, __VA_ARGS__)
#define __vsetles4(...) __csl_rare_u(79, __VA_ARGS__)
#define __vsetleu4(...) __csl_rare_u(80, __VA_ARGS__)
#define __vsetlts4(...) __csl_rare_u(81, __VA_ARGS__)
#define __vsetltu4(...) __csl_rare_u(82, __VA_ARGS__)
#define __uhadd(...) __csl_rare_u(83, __VA_ARGS__)
#define __urhadd(...) __csl_rare_u(84, __VA_ARGS__)
#define __vimax_s16x2_relu(...) __csl_rare_u(85, __VA_ARGS__)
#define __vimin_s16x2_relu(...) __csl_rare_u(86, __VA_ARGS__)
#define __vimax_s32_relu(...) __csl_rare_i(87, __VA_ARGS__)
#define __vimin_s32_relu(...) __csl_rare_i(88, __VA_ARGS__)
#define __vimax3_s32(...) __csl_rare_i(89, __VA_ARGS__)
#define __vimax3_u32(...) __csl_rare_u(90, __VA_ARGS__)
#define __vimax3_s16x2(...) __csl_rare_u(91, __VA_ARGS__)
#define __vimax3_u16x2(...) __csl_rare_u(92, __VA_ARGS__)
#define __vimax3_s32_relu(...) __csl_rare_i(93, __VA_ARGS__)
#define __vimax3_s16x2_relu(...) __csl_rare_u(94, __VA_ARGS__)
#define __vimin3_s32(...) __csl_rare_i(95, __VA_ARGS__)
#define __vimin3_u32(...) __csl_rare_u(96, __VA_ARGS__)
#define __vimin3_s16x2(...) __csl_rare_u(97, __VA_ARGS__)
#define __vimin3_u16x2(...) __csl_rare_u(98, __VA_ARGS__)
#define __vimin3_s32_relu(...) __csl_rare_i(99, __VA_ARGS__)
#define __vimin3_s16x2_relu(...) __csl_rare_u(100, __VA_ARGS__)
#define __viaddmax_s32(...) __csl_rare_i(101, __VA_ARGS__)
#define __viaddmax_u32(...) __csl_rare_u(102, __VA_ARGS__)
#define __viaddmax_s16x2(...) __csl_rare_u(103, __VA_ARGS__)
#define __viaddmax_u16x2(...) __csl_rare_u(104, __VA_ARGS__)
#define __viaddmax_s32_relu(...) __csl_rare_i(105, __VA_ARGS__)
#define __viaddmax_s16x2_relu(...) __csl_rare_u(106, __VA_ARGS__)
#define __viaddmin_s32(...) __csl_rare_i(107, __VA_ARGS__)
#define __viaddmin_u32(...) __csl_rare_u(108, __VA_ARGS__)
#define __viaddmin_s16x2(...) __csl_rare_u(109, __VA_ARGS__)
#define __viaddmin_u16x2(...) __csl_rare_u(110, __VA_ARGS__)
#define __viaddmin_s32_relu(...) __csl_rare_i(111, __VA_ARGS__)
#define __viaddmin_s16x2_relu(...) __csl_rare_u(112, __VA_ARGS__)
#define __tanhf(...) __csl_rare_f(113, __VA_ARGS__)
#define __nv_bswap16(...) __csl_rare_u(114, __VA_ARGS__)
#define __nv_bswap32(...) __csl_rare_u(115, __VA_ARGS__)
#define __nv_bswap64(...) __csl_rare_ull(116, __VA_ARGS__)
#define __isinff(...) __csl_rare_i(117, __VA_ARGS__)
#define __isnanf(...) __csl_rare_i(118, __VA_ARGS__)
#define __isfinited(...) __csl_rare_i(119, __VA_ARGS__)
#define __signbitd(...) __csl_rare_i(120, __VA_ARGS__)
#define __isnand(...) __csl_rare_i(121, __VA_ARGS__)
#define __isinfd(...) __csl_rare_i(122, __VA_ARGS__)
#define __finite(...) __csl_rare_i(123, __VA_ARGS__)
#define __finitef(...) __csl_rare_i(124, __VA_ARGS__)
#define __signbitf(...) __csl_rare_i(125, __VA_ARGS__)
#define __isGridConstant(...) __csl_rare_i(126, __VA_ARGS__)
#define __isCtaShared(...) __csl_rare_i(127, __VA_ARGS__)
#define __isClusterShared(...) __csl_rare_i(128, __VA_ARGS__)
#define __cluster_query_shared_rank(...) __csl_rare_u(129, __VA_ARGS__)
#define __ffma2_rn(...) __csl_pure<float2>(130, __VA_ARGS__)
#define __ffma2_rz(...) __csl_pure<float2>(131, __VA_ARGS__)
#define __ffma2_rd(...) __csl_pure<float2>(132, __VA_ARGS__)
#define __ffma2_ru(...) __csl_pure<float2>(133, __VA_ARGS__)
#define __fadd2_rn(...) __csl_pure<float2>(134, __VA_ARGS__)
#define __fadd2_rz(...) __csl_pure<float2>(135, __VA_ARGS__)
#define __fadd2_rd(...) __csl_pure<float2>(136, __VA_ARGS__)
#define __fadd2_ru(...) __csl_pure<float2>(137, __VA_ARGS__)
#define __fmul2_rn(...) __csl_pure<float2>(138, __VA_ARGS__)
#define __fmul2_rz(...) __csl_pure<float2>(139, __VA_ARGS__)
#define __fmul2_rd(...) __csl_pure<float2>(140, __VA_ARGS__)
#define __fmul2_ru(...) __csl_pure<float2>(141, __VA_ARGS__)

/* ---- with a rounding mode ---- */
#define __fadd_rz(...) __csl_rare_f(143, __VA_ARGS__)
#define __fadd_ru(...) __csl_rare_f(144, __VA_ARGS__)
#define __fadd_rd(...) __csl_rare_f(145, __VA_ARGS__)
#define __fsub_rz(...) __csl_rare_f(147, __VA_ARGS__)
#define __fsub_ru(...) __csl_rare_f(148, __VA_ARGS__)
#define __fsub_rd(...) __csl_rare_f(149, __VA_ARGS__)
#define __fmul_rz(...) __csl_rare_f(151, __VA_ARGS__)
#define __fmul_ru(...) __csl_rare_f(152, __VA_ARGS__)
#define __fmul_rd(...) __csl_rare_f(153, __VA_ARGS__)
#define __fdiv_rz(...) __csl_rare_f(155, __VA_ARGS__)
#define __fdiv_ru(...) __csl_rare_f(156, __VA_ARGS__)
#define __fdiv_rd(...) __csl_rare_f(157, __VA_ARGS__)
#define __fsqrt_rz(...) __csl_rare_f(159, __VA_ARGS__)
#define __fsqrt_ru(...) __csl_rare_f(160, __VA_ARGS__)
#define __fsqrt_rd(...) __csl_rare_f(161, __VA_ARGS__)
#define __frcp_rz(...) __csl_rare_f(163, __VA_ARGS__)
#define __frcp_ru(...) __csl_rare_f(164, __VA_ARGS__)
#define __frcp_rd(...) __csl_rare_f(165, __VA_ARGS__)
#define __fmaf_rz(...) __csl_rare_f(167, __VA_ARGS__)
#define __fmaf_ru(...) __csl_rare_f(168, __VA_ARGS__)
#define __fmaf_rd(...) __csl_rare_f(169, __VA_ARGS__)
#define __fmaf_ieee_rn(...) __csl_rare_f(170, __VA_ARGS__)
#define __fmaf_ieee_rz(...) __csl_rare_f(171, __VA_ARGS__)
#define __fmaf_ieee_ru(...) __csl_rare_f(172, __VA_ARGS__)
#define __fmaf_ieee_rd(...) __csl_rare_f(173, __VA_ARGS__)
#define __dadd_rn(...) __csl_rare_d(174, __VA_ARGS__)
#define __dadd_rz(...) __csl_rare_d(175, __VA_ARGS__)
#define __dadd_ru(...) __csl_rare_d(176, __VA_ARGS__)
#define __dadd_rd(...) __csl_rare_d(177, __VA_ARGS__)
#define __dsub_rn(...) __csl_rare_d(178, __VA_ARGS__)
#define __dsub_rz(...) __csl_rare_d(179, __VA_ARGS__)
#define __dsub_ru(...) __csl_rare_d(180, __VA_ARGS__)
#define __dsub_rd(...) __csl_rare_d(181, __VA_ARGS__)
#define __dmul_rn(...) __csl_rare_d(182, __VA_ARGS__)
#define __dmul_rz(...) __csl_rare_d(183, __VA_ARGS__)
#define __dmul_ru(...) __csl_rare_d(184, __VA_ARGS__)
#define __dmul_rd(...) __csl_rare_d(185, __VA_ARGS__)
#define __ddiv_rn(...) __csl_rare_d(186, __VA_ARGS__)
#define __ddiv_rz(...) __csl_rare_d(187, __VA_ARGS__)
#define __ddiv_ru(...) __csl_rare_d(188, __VA_ARGS__)
#define __ddiv_rd(...) __csl_rare_d(189, __VA_ARGS__)
#define __dsqrt_rn(...) __csl_rare_d(190, __VA_ARGS__)
#define __dsqrt_rz(...) __csl_rare_d(191, __VA_ARGS__)
#define __dsqrt_ru(...) __csl_rare_d(192, __VA_ARGS__)
#define __dsqrt_rd(...) __csl_rare_d(193, __VA_ARGS__)
#define __drcp_rn(...) __csl_rare_d(194, __VA_ARGS__)
#define __drcp_rz(...) __csl_rare_d(195, __VA_ARGS__)
#define __drcp_ru(...) __csl_rare_d(196, __VA_ARGS__)
#define __drcp_rd(...) __csl_rare_d(197, __VA_ARGS__)
#define __fma_rn(...) __csl_rare_d(198, __VA_ARGS__)
#define __fma_rz(...) __csl_rare_d(199, __VA_ARGS__)
#define __fma_ru(...) __csl_rare_d(200, __VA_ARGS__)
#define __fma_rd(...) __csl_rare_d(201, __VA_ARGS__)

/* Conversions in all four directions: functions, as libraries for the host as well have theirs of the
 * same names. */
#define __csl_rounded(R_, A_, name)                                                                \
    __csl_math R_ name##_rn(A_);                                                                   \
    __csl_math R_ name##_rz(A_);                                                                   \
    __csl_math R_ name##_ru(A_);                                                                   \
    __csl_math R_ name##_rd(A_);
__csl_rounded(int, float, __float2int) __csl_rounded(unsigned, float, __float2uint)
__csl_rounded(long long, float, __float2ll) __csl_rounded(unsigned long long, float, __float2ull)
__csl_rounded(int, double, __double2int) __csl_rounded(unsigned, double, __double2uint)
__csl_rounded(long long, double, __double2ll)
__csl_rounded(unsigned long long, double, __double2ull)
__csl_rounded(float, double, __double2float) __csl_rounded(float, int, __int2float)
__csl_rounded(float, unsigned, __uint2float) __csl_rounded(float, long long, __ll2float)
__csl_rounded(float, unsigned long long, __ull2float)
__csl_rounded(double, long long, __ll2double)
__csl_rounded(double, unsigned long long, __ull2double)
#undef __csl_rounded

/* The maximum or minimum of each half, and which operand it was. */
template <class T_> __csl_dev T_ __csl_chosen(int n, T_ a, T_ b, bool *first)
{
    *first = __csl_pure<bool>(n, a, b);
    return *first ? a : b;
}
template <class T_> __csl_dev T_ __csl_chosen(int n, T_ a, T_ b, bool *high, bool *low)
{
    *high = __csl_pure<bool>(n, 1, a, b);
    *low = __csl_pure<bool>(n, 0, a, b);
    return __csl_pure<T_>(n, 2, a, b);
}
#define __vibmax_s32(a, b, ...) __csl_chosen<int>(1, a, b, __VA_ARGS__)
#define __vibmax_u32(a, b, ...) __csl_chosen<unsigned>(2, a, b, __VA_ARGS__)
#define __vibmax_s16x2(a, b, ...) __csl_chosen<unsigned>(3, a, b, __VA_ARGS__)
#define __vibmax_u16x2(a, b, ...) __csl_chosen<unsigned>(4, a, b, __VA_ARGS__)
#define __vibmin_s32(a, b, ...) __csl_chosen<int>(5, a, b, __VA_ARGS__)
#define __vibmin_u32(a, b, ...) __csl_chosen<unsigned>(6, a, b, __VA_ARGS__)
#define __vibmin_s16x2(a, b, ...) __csl_chosen<unsigned>(7, a, b, __VA_ARGS__)
#define __vibmin_u16x2(a, b, ...) __csl_chosen<unsigned>(8, a, b, __VA_ARGS__)

__csl_dev size_t __cvta_generic_to_constant(const void *p) { return (size_t)p; }
__csl_dev size_t __cvta_generic_to_grid_constant(const void *p) { return (size_t)p; }
__csl_dev void *__cvta_local_to_generic(size_t p) { return (void *)p; }
__csl_dev void *__cvta_constant_to_generic(size_t p) { return (void *)p; }
__csl_dev void *__cvta_grid_constant_to_generic(size_t p) { return (void *)p; }

/* ---- clusters ---- */
__csl_dev void __cluster_barrier_arrive_relaxed() { asm volatile("barrier.cluster.arrive.relaxed;"); }
__csl_dev void __threadfence_cluster() { __csl_fence(__csl_cluster); }
__csl_dev bool __clusterDimIsSpecified() { return __csl_uniform(__csl_grid, false); }
__csl_dev unsigned __clusterSizeInBlocks()
{
    unsigned n = __csl_cluster_dim(0) * __csl_cluster_dim(1) * __csl_cluster_dim(2);
    return n ? n : __csl_uniform(__csl_grid, 0u);
}
__csl_dev dim3 __clusterDim()
{
    if (__csl_cluster_dim(0))
        return dim3(__csl_cluster_dim(0), __csl_cluster_dim(1), __csl_cluster_dim(2));
    return __csl_uniform(__csl_grid, dim3());
}
__csl_dev dim3 __clusterRelativeBlockIdx()
{
    if (__csl_cluster_dim(0))
        return dim3(blockIdx.x % __csl_cluster_dim(0), blockIdx.y % __csl_cluster_dim(1),
                    blockIdx.z % __csl_cluster_dim(2));
    return __csl_uniform(__csl_block, dim3());
}
__csl_dev unsigned __clusterRelativeBlockRank()
{
    unsigned x = __csl_cluster_dim(0), y = __csl_cluster_dim(1), z = __csl_cluster_dim(2);
    if (x)
        return blockIdx.x % x + x * (blockIdx.y % y + y * (blockIdx.z % z));
    return __csl_uniform(__csl_block, 0u);
}
__csl_dev dim3 __clusterGridDimInClusters() { return __csl_uniform(__csl_grid, dim3()); }
__csl_dev dim3 __clusterIdx() { return __csl_uniform(__csl_cluster, dim3()); }
__csl_dev void *__cluster_map_shared_rank(const void *p, unsigned rank)
{
    return __csl_map_block(p, rank);
}
