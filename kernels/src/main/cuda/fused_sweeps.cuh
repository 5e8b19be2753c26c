// Phases of sweeps that read the residual once.
// For compute capability 8.0 and later.
#pragma once
#include "mixing.cuh"

template <int MOST, int STEPS, bool EXACT>
__device__ inline void sweep(
    const double* convergence, const float* residual, const float* sums, float* vectors, float* partial,
    int rows, int cols, int rank, int stride, int pitch, int stages, int start) {
  if (*convergence != 0) {
    return; // all threads
  }
  Pass pass = {residual, sums, partial, rows, cols, rank, pitch, stages, nullptr, nullptr};
  Mixing<MOST / 8> rule = {vectors, rows, rank, stride, start != 0};
  ascend<MOST, STEPS, EXACT>(pass, rule, gridDim.x);
}

#define SWEPT                                                                                       \
  const double *__restrict__ convergence, const float *__restrict__ residual,                       \
      const float *__restrict__ sums, float *__restrict__ vectors, float *__restrict__ partial,     \
      int rows, int cols, int rank, int stride, int pitch, int stages, int start
#define ARGUMENTS                                                                                   \
  convergence, residual, sums, vectors, partial, rows, cols, rank, stride, pitch, stages, start
