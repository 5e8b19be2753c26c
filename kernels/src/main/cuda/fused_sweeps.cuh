// Phases of sweeps that read the residual once.
// For compute capability 8.0 and later.
#pragma once
#include "mixing.cuh"

template <class Products>
__device__ inline void sweep(
    const double* convergence, const typename Products::Element* residual, const float* sums,
    float* vectors, float* partial,
    int rows, int cols, int rank, int stride, int pitch, int stages, int start) {
  if (*convergence != 0) {
    return; // all threads
  }
  using Element = typename Products::Element;
  Pass<Element> pass = {residual, sums, partial, rows, cols, rank, pitch, stages, nullptr, nullptr};
  Mixing<Products::HALVES, Layout<Element>::TILES> rule = {vectors, rows, rank, stride, start != 0};
  ascend<Products>(pass, rule, gridDim.x);
}

#define SWEPT(Element)                                                                              \
  const double *__restrict__ convergence, const Element *__restrict__ residual,                     \
      const float *__restrict__ sums, float *__restrict__ vectors, float *__restrict__ partial,     \
      int rows, int cols, int rank, int stride, int pitch, int stages, int start
#define ARGUMENTS                                                                                   \
  convergence, residual, sums, vectors, partial, rows, cols, rank, stride, pitch, stages, start
