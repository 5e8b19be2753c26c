// What every kernel file includes first. nvcc takes the first branch; the software device of the
// tests compiles the same sources as C++ and brings its own words for CUDA's.
#pragma once

#ifdef __CUDACC__
#define DYNAMIC_SHARED(type, name) extern __shared__ type name[]
#else
#include "software_device.h"
#endif

// Most threads of a block of any kernel here: enough warps to hide latency, few enough that each may
// have 255 registers.
constexpr int THREADS = 256;
constexpr int LANES = 32;
constexpr int WARPS = THREADS / LANES;
constexpr unsigned ALL_LANES = 0xffffffffu;

// Kernels are found by their plain names.
#define KERNEL extern "C" __global__ void __launch_bounds__(THREADS)
// The same for a multiprocessor that holds at least so many blocks. Left alone, assemblers take fewer
// registers than some kernels need, to hold more blocks, and spill.
#define KERNEL_OF(blocks) extern "C" __global__ void __launch_bounds__(THREADS, blocks)

// 32 rows of a binary column, the first row in the lowest bit. A column is `stride` words long,
// an even number of them; bits past the last row are 0.
typedef unsigned int Word;

// Places in arrays, which may have more than 2^31 entries.
typedef long long Index;
