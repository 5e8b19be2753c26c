// Sweeps that read the residual once, many of them in one launch: on small data launches are all that takes time.
// For compute capability 8.0 and later.
#pragma once
#include "grid.cuh"
#include "mixing.cuh"
#include "reduce.cuh"

// What a block finds for a vector: of its columns of S the squares, and the products with the dummy's row.
struct Measured {
  double square, product;
};

// The arrays of such sweeps.
struct Sweeps {
  double* convergence;  // as end_sweep has it
  const float* residual; // rows x cols and below them the dummy's row
  float* sums;
  float* vectors;
  float* dummy;      // its vector
  const float* norm; // the squared norm of its row
  float* partial;
  Measured* found;   // blocks x rank
  const int* order;  // of the phases of each sweep
  double tolerance;
  int rows, cols, rank, stride, pitch, stages;
  int phase; // rows of a phase
  int number; // of sweeps, at most

  __device__ int phases() const { return (rows + phase - 1) / phase; }
  __device__ const float* row() const { return residual + (Index)rows * cols; }
};

// What all blocks know of the dummy, in shared memory: its vector, and by how much its last step has changed it;
// and of each vector the squares of S, and the product of S with its row.
struct Dummy {
  double* squares;
  double* products;
  float* vector;
  float* change;
};

// Adds to a block's groups of columns of S what `blocks` blocks have changed of it, in their order, and what the
// dummy's step has, unless `shares` is null. Of the columns then, the squares and products, if asked for.
__device__ inline void gather(const Sweeps& w, int blocks, const float* shares, bool asked) {
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES, width = padded(w.cols);
#pragma unroll 1 // not to spill registers, here and below
  for (int k = warp; k < w.rank; k += WARPS) {
    Measured own = {0, 0};
#pragma unroll 1
    for (int group = blockIdx.x; group < groups(w.cols); group += gridDim.x) {
      int j = group * GROUP + lane % GROUP;
      const float* partial = w.partial + (Index)k * width + j;
      float sum = 0;
#pragma unroll 8
      for (int b = lane / GROUP; b < blocks; b += LANES / GROUP) {
        sum += partial[(Index)b * w.rank * width];
      }
      sum += __shfl_xor_sync(ALL_LANES, sum, GROUP);
      sum += __shfl_xor_sync(ALL_LANES, sum, 2 * GROUP);
      if (lane < GROUP && j < w.cols) {
        float* s = w.sums + (Index)k * w.cols + j;
        float a = w.row()[j];
        sum += *s + (shares == nullptr ? 0 : shares[k] * a);
        *s = sum;
        own.square += (double)sum * sum;
        own.product += sum * a;
      }
    }
    if (asked) {
      own = {warp_sum(own.square), warp_sum(own.product)};
      if (lane == 0) {
        w.found[(Index)blockIdx.x * w.rank + k] = own;
      }
    }
  }
}

// The objective ||S||^2/4 of what all blocks have found; with a barrier.
__device__ inline double measure(const Sweeps& w, const Dummy& d) {
  int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
  int blocks = min((int)gridDim.x, groups(w.cols)); // that have columns
#pragma unroll 1
  for (int k = warp; k < w.rank; k += WARPS) {
    Measured sum = {0, 0};
    for (int b = lane; b < blocks; b += LANES) {
      Measured other = w.found[(Index)b * w.rank + k];
      sum.square += other.square;
      sum.product += other.product;
    }
    sum = {warp_sum(sum.square), warp_sum(sum.product)};
    if (lane == 0) {
      d.squares[k] = sum.square;
      d.products[k] = sum.product;
    }
  }
  __syncthreads();
  double square = 0;
#pragma unroll 1
  for (int k = 0; k < w.rank; k++) {
    square += d.squares[k];
  }
  return square / 4;
}

// The dummy's step, as step_row takes it, but for S; with a barrier.
__device__ inline void step_dummy(const Sweeps& w, const Dummy& d) {
  double norm = 0, own = *w.norm;
#pragma unroll 1
  for (int k = 0; k < w.rank; k++) {
    float g = (float)(d.products[k] - own * d.vector[k]);
    norm += (double)g * g;
  }
  float scale = norm > 0 ? (float)(1 / sqrt(norm)) : 0;
  __syncthreads();
  for (int k = threadIdx.x; k < w.rank; k += THREADS) {
    float present = d.vector[k];
    float g = (float)(d.products[k] - own * present);
    float next = norm > 0 ? g * scale : present;
    d.vector[k] = next;
    d.change[k] = next - present;
  }
  __syncthreads();
}

// The rows of a phase, and S after it; two barriers of the grid.
template <int MOST, int STEPS, bool EXACT>
__device__ inline void step_phase(const Sweeps& w, const Dummy& d, int phase, bool first, bool last) {
  int from = phase * w.phase, rows = min(w.phase, w.rows - from);
  int blocks = min((int)gridDim.x, (rows + ROWS - 1) / ROWS);
  const float* shares = first ? d.change : nullptr;
  if ((int)blockIdx.x < blocks) {
    Pass<float> pass = {w.residual + (Index)from * w.cols, w.sums, w.partial, rows, w.cols, w.rank, w.pitch,
                 w.stages, w.row(), shares};
    Mixing<MOST / 8, 1> rule = {w.vectors + from, rows, w.rank, w.stride, false};
    ascend<SingleProducts<MOST, STEPS, EXACT>>(pass, rule, blocks);
  }
  grid_barrier();
  gather(w, blocks, shares, last);
  grid_barrier();
}

// Up to `number` sweeps, each the dummy's step and then the phases in its order; after the first one that gains
// no more than a share of the objective they have converged.
template <int MOST, int STEPS, bool EXACT>
__device__ inline void sweep_on(const Sweeps& w) {
  DYNAMIC_SHARED(float4, room);
  Dummy d;
  static_assert(MOST * 2 * (sizeof(double) + sizeof(float)) <= 2 * NORMS * sizeof(float), "room");
  d.squares = (double*)room;
  d.products = d.squares + MOST;
  d.vector = (float*)(d.products + MOST);
  d.change = d.vector + MOST;
  bool converged = w.convergence[0] != 0;
  double present = w.convergence[1];
  int done = 0;
  if (!converged) {
    for (int k = threadIdx.x; k < w.rank; k += THREADS) {
      d.vector[k] = w.dummy[k];
    }
    gather(w, 0, nullptr, true);
    grid_barrier();
    measure(w, d);
  }
#pragma unroll 1
  for (; done < w.number && !converged; done++) {
    step_dummy(w, d);
    int phases = w.phases();
#pragma unroll 1
    for (int n = 0; n < phases; n++) {
      step_phase<MOST, STEPS, EXACT>(w, d, w.order[done * phases + n], n == 0, n == phases - 1);
    }
    double objective = measure(w, d);
    converged = objective - present <= w.tolerance * objective;
    present = objective;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      w.convergence[2 + done] = objective;
    }
  }
  if (blockIdx.x == 0) {
    for (int k = threadIdx.x; k < w.rank && done > 0; k += THREADS) {
      w.dummy[k] = d.vector[k];
    }
    for (int s = done + threadIdx.x; s < w.number; s += THREADS) {
      w.convergence[2 + s] = -1;
    }
    if (threadIdx.x == 0) {
      w.convergence[0] = converged;
      w.convergence[1] = present;
    }
  }
}

#define SWEPT                                                                                       \
  double *convergence, const float *__restrict__ residual, float *sums, float *vectors,             \
      float *dummy, const float *__restrict__ norm, float *partial, Measured *found,                   \
      const int *__restrict__ order, double tolerance, int rows, int cols, int rank, int stride,    \
      int pitch, int stages, int phase, int number
#define ARGUMENTS                                                                                   \
  {convergence, residual, sums, vectors, dummy, norm, partial, found, order, tolerance, rows, cols, \
   rank, stride, pitch, stages, phase, number}
