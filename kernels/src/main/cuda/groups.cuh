// Groups of columns, which tensor cores multiply at once.
#pragma once
#include "device.cuh"

constexpr int GROUP = 8;

__device__ inline int groups(int cols) { return (cols + GROUP - 1) / GROUP; }

// So many columns in whole groups.
__device__ inline int padded(int cols) { return groups(cols) * GROUP; }
