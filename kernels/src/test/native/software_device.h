// CUDA's words for a kernel that is compiled as C++: what a .cu file sees in place of nvcc's own.
// Whatever runs here is instrumented, so all that touches the device's own state lies in other
// files and is only declared. Functions are `const` where their answer cannot change within one
// thread of one launch: the compiler then asks once.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
// One array for all: blocks run one after the other. The section is how the device knows it.
#define __shared__ static __attribute__((section("softcuda_shared"), aligned(16)))
#define DYNAMIC_SHARED(type, name) type* const name = (type*)softcuda_dynamic_shared()

struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
struct alignas(8) float2 { float x, y; };
struct float3 { float x, y, z; };
struct alignas(16) float4 { float x, y, z, w; };
struct alignas(16) double2 { double x, y; };
struct alignas(8) int2 { int x, y; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct alignas(16) ulonglong2 { unsigned long long x, y; };
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline double2 make_double2(double x, double y) { return {x, y}; }
inline int2 make_int2(int x, int y) { return {x, y}; }
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }

extern "C" {
unsigned softcuda_index(int what, int axis) __attribute__((const));
void* softcuda_dynamic_shared() __attribute__((const));
void softcuda_barrier(const char* file, int line);
void softcuda_grid_barrier(const char* file, int line);
int softcuda_barrier_with(int kind, int predicate, const char* file, int line);
unsigned long long softcuda_shuffle(
    int kind, unsigned mask, unsigned long long value, int lane, int width, const char* file, int line);
unsigned softcuda_vote(unsigned mask, bool predicate, const char* file, int line);
void softcuda_warp_barrier(unsigned mask, const char* file, int line);
void softcuda_product(float* c, const unsigned* a, const unsigned* b, const char* file, int line);
void softcuda_bfloat16_product(
    float* c, const unsigned* a, const unsigned* b, const char* file, int line);
void softcuda_load_matrices(
    unsigned* m, const void* row, bool transposed, const char* file, int line);
void softcuda_copy(void* shared, const void* global, unsigned size, bool present);
void softcuda_commit_copies();
void softcuda_wait_for_copies(unsigned open);
void softcuda_trap();
}

#define SOFTCUDA_INDEX(what) \
  (uint3{softcuda_index(what, 0), softcuda_index(what, 1), softcuda_index(what, 2)})
#define threadIdx SOFTCUDA_INDEX(0)
#define blockIdx SOFTCUDA_INDEX(1)
#define blockDim SOFTCUDA_INDEX(2)
#define gridDim SOFTCUDA_INDEX(3)
constexpr int warpSize = 32;

// Where a collective was called, by default arguments: they are evaluated at the call.
#define SOFTCUDA_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncthreads(SOFTCUDA_SITE) { softcuda_barrier(file, line); }
inline int __syncthreads_or(int p, SOFTCUDA_SITE) { return softcuda_barrier_with(1, p, file, line); }
inline int __syncthreads_and(int p, SOFTCUDA_SITE) { return softcuda_barrier_with(2, p, file, line); }
inline int __syncthreads_count(int p, SOFTCUDA_SITE) {
  return softcuda_barrier_with(3, p, file, line);
}
inline void __syncwarp(unsigned mask = 0xffffffffu, SOFTCUDA_SITE) {
  softcuda_warp_barrier(mask, file, line);
}
inline unsigned __ballot_sync(unsigned mask, int p, SOFTCUDA_SITE) {
  return softcuda_vote(mask, p != 0, file, line);
}
inline int __any_sync(unsigned mask, int p, SOFTCUDA_SITE) {
  return softcuda_vote(mask, p != 0, file, line) != 0;
}
inline int __all_sync(unsigned mask, int p, SOFTCUDA_SITE) {
  return softcuda_vote(mask, p != 0, file, line) == mask;
}

template <class T>
inline T softcuda_shuffled(
    int kind, unsigned mask, T value, int lane, int width, const char* file, int line) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles move 4 or 8 bytes");
  unsigned long long bits;
  if constexpr (sizeof(T) == 4) {
    bits = __builtin_bit_cast(unsigned, value);
  } else {
    bits = __builtin_bit_cast(unsigned long long, value);
  }
  bits = softcuda_shuffle(kind, mask, bits, lane, width, file, line);
  if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, (unsigned)bits);
  } else {
    return __builtin_bit_cast(T, bits);
  }
}
#define SOFTCUDA_SHUFFLE(name, kind)                                                    \
  template <class T>                                                                    \
  inline T name(unsigned mask, T value, int lane, int width = 32, SOFTCUDA_SITE) {      \
    return softcuda_shuffled(kind, mask, value, lane, width, file, line);               \
  }
SOFTCUDA_SHUFFLE(__shfl_sync, 0)
SOFTCUDA_SHUFFLE(__shfl_up_sync, 1)
SOFTCUDA_SHUFFLE(__shfl_down_sync, 2)
SOFTCUDA_SHUFFLE(__shfl_xor_sync, 3)

// Atomics are accesses of their own kind; they are checked where they are defined.
#define SOFTCUDA_INTEGER_ATOMICS(T) \
  T atomicAdd(T* address, T value); \
  T atomicMax(T* address, T value); \
  T atomicMin(T* address, T value); \
  T atomicAnd(T* address, T value); \
  T atomicOr(T* address, T value);  \
  T atomicXor(T* address, T value); \
  T atomicExch(T* address, T value); \
  T atomicCAS(T* address, T compare, T value);
SOFTCUDA_INTEGER_ATOMICS(int)
SOFTCUDA_INTEGER_ATOMICS(unsigned)
SOFTCUDA_INTEGER_ATOMICS(unsigned long long)
float atomicAdd(float* address, float value);
double atomicAdd(double* address, double value);
float atomicExch(float* address, float value);
int atomicSub(int* address, int value);
unsigned atomicSub(unsigned* address, unsigned value);

// A fence orders nothing here: see README, "Limits".
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __trap() { softcuda_trap(); }

template <class T> inline T __ldg(const T* p) { return *p; }
template <class T> inline T __ldcs(const T* p) { return *p; }
template <class T> inline T __ldcg(const T* p) { return *p; }
template <class T> inline void __stcs(T* p, T v) { *p = v; }
template <class T> inline void __stcg(T* p, T v) { *p = v; }

inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline int __clz(int v) { return v == 0 ? 32 : __builtin_clz((unsigned)v); }
inline int __clzll(long long v) { return v == 0 ? 64 : __builtin_clzll((unsigned long long)v); }
inline unsigned __brev(unsigned v) {
  v = (v >> 1 & 0x55555555u) | (v & 0x55555555u) << 1;
  v = (v >> 2 & 0x33333333u) | (v & 0x33333333u) << 2;
  v = (v >> 4 & 0x0f0f0f0fu) | (v & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(v);
}
inline unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)((((unsigned long long)hi << 32 | lo) << (s & 31)) >> 32);
}
inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)(((unsigned long long)hi << 32 | lo) >> (s & 31));
}

#define SOFTCUDA_BITS(name, To, From) \
  inline To name(From v) { return __builtin_bit_cast(To, v); }
SOFTCUDA_BITS(__float_as_int, int, float)
SOFTCUDA_BITS(__float_as_uint, unsigned, float)
SOFTCUDA_BITS(__int_as_float, float, int)
SOFTCUDA_BITS(__uint_as_float, float, unsigned)
SOFTCUDA_BITS(__double_as_longlong, long long, double)
SOFTCUDA_BITS(__longlong_as_double, double, long long)

using std::isfinite;
using std::isinf;
using std::isnan;
// CUDA's min and max take mixed signs too, and answer unsigned then.
#define SOFTCUDA_ORDER(A, B, R)                                               \
  inline R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }                \
  inline R max(A a, B b) { return (R)a < (R)b ? (R)b : (R)a; }
SOFTCUDA_ORDER(int, int, int)
SOFTCUDA_ORDER(unsigned, unsigned, unsigned)
SOFTCUDA_ORDER(int, unsigned, unsigned)
SOFTCUDA_ORDER(unsigned, int, unsigned)
SOFTCUDA_ORDER(long, long, long)
SOFTCUDA_ORDER(unsigned long, unsigned long, unsigned long)
SOFTCUDA_ORDER(long long, long long, long long)
SOFTCUDA_ORDER(unsigned long long, unsigned long long, unsigned long long)
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }

inline float rsqrtf(float v) { return 1 / sqrtf(v); }
inline double rsqrt(double v) { return 1 / sqrt(v); }
inline float __expf(float v) { return expf(v); }
inline float __logf(float v) { return logf(v); }
inline float __sinf(float v) { return sinf(v); }
inline float __cosf(float v) { return cosf(v); }
inline float __fdividef(float a, float b) { return a / b; }
inline float __frcp_rn(float v) { return 1 / v; }
inline float __fsqrt_rn(float v) { return sqrtf(v); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline float __saturatef(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }
inline float sinpif(float v) { return (float)sin(M_PI * v); }
inline float cospif(float v) { return (float)cos(M_PI * v); }
inline double sinpi(double v) { return sin(M_PI * v); }
inline double cospi(double v) { return cos(M_PI * v); }
inline void sincospif(float v, float* s, float* c) { *s = sinpif(v); *c = cospif(v); }
inline void sincospi(double v, double* s, double* c) { *s = sinpi(v); *c = cospi(v); }
inline float __int2float_rn(int v) { return (float)v; }
inline float __uint2float_rn(unsigned v) { return (float)v; }
inline double __uint2double_rn(unsigned v) { return v; }
inline double __ull2double_rn(unsigned long long v) { return (double)v; }
inline float __double2float_rn(double v) { return (float)v; }
