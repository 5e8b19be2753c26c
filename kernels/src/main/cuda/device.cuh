// What every kernel file includes first. nvcc takes the first branch; the software device of the
// tests compiles the same sources as C++ and brings its own words for CUDA's.
#pragma once

#ifdef __CUDACC__
#define DYNAMIC_SHARED(type, name) extern __shared__ type name[]
#else
#include "software_device.h"
#endif

// Kernels are found by their plain names.
#define KERNEL extern "C" __global__ void

typedef unsigned int Word;          // 32 rows of a column of Z, the first row in the lowest bit
typedef unsigned long long Counter; // 64 bits of a counter-based random number

constexpr int LANES = 32;
constexpr unsigned ALL_LANES = 0xffffffffu;
