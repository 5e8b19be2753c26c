// What the blocks of a pass that reads the residual once leave, put together.
#include "found.cuh"
#include "groups.cuh"

// S += the partial changes of all blocks of a pass, in their order; unless it is one of sweeps that
// have converged. `convergence` may be null.
//
// Grid: x over entries of S, LANES a block. Shared memory: WARPS * LANES floats.
// Reads 4 bytes an entry of S for each block of the pass; moves 8 an entry of S.
KERNEL add_changes(
    const double* __restrict__ convergence, const float* __restrict__ partial, int blocks,
    float* __restrict__ sums, int cols, int rank) {
  __shared__ float room[WARPS * LANES];
  if (convergence != nullptr && *convergence != 0) {
    return; // all threads
  }
  int width = padded(cols), size = rank * width;
  int warp = threadIdx.x / LANES, i = blockIdx.x * LANES + threadIdx.x % LANES;
  float sum = 0;
  for (int b = warp; b < blocks && i < size; b += WARPS) {
    sum += partial[(Index)b * size + i];
  }
  room[threadIdx.x] = sum;
  __syncthreads();
  if (warp == 0 && i < size && i % width < cols) {
    for (int w = 1; w < WARPS; w++) {
      sum += room[w * LANES + threadIdx.x];
    }
    sums[(Index)(i / width) * cols + i % width] += sum;
  }
}

// Of each segment of the blocks of each phase, the best row that they have found, or -1, to the candidate's
// list of phases x segments entries. All phases have `blocks` blocks but the last, which has `last`.
//
// Grid: x over entries of a list, one thread each; y over candidates. Shared memory: none.
// Reads 8 bytes a block and candidate.
KERNEL list_best(
    const Found* __restrict__ found, int* __restrict__ list, int phases, int blocks, int last,
    int segments, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = blockIdx.y;
  if (i >= phases * segments) {
    return;
  }
  int phase = i / segments, segment = i % segments;
  int own = phase + 1 < phases ? blocks : last;
  Found best = {0, -1};
  for (int b = own * segment / segments; b < own * (segment + 1) / segments; b++) {
    best = better(best, found[((Index)phase * blocks + b) * count + c]);
  }
  list[(Index)c * phases * segments + i] = best.row;
}
