// Sums over a warp and over a block, always in the same order, so that equal runs give equal bits.
#pragma once
#include "device.cuh"

// The sum over the lanes of a warp, in every lane.
__device__ inline double warp_sum(double value) {
  for (int step = LANES / 2; step > 0; step /= 2) {
    value += __shfl_xor_sync(ALL_LANES, value, step);
  }
  return value;
}

// The sum over a block of whole warps, in every thread. `room` holds WARPS doubles of shared memory,
// which may be used again at once.
__device__ inline double block_sum(double value, double* room) {
  int warp = threadIdx.x / LANES;
  value = warp_sum(value);
  if (threadIdx.x % LANES == 0) {
    room[warp] = value;
  }
  __syncthreads();
  double sum = 0;
  for (int w = 0; w < (int)blockDim.x / LANES; w++) {
    sum += room[w];
  }
  __syncthreads();
  return sum;
}
