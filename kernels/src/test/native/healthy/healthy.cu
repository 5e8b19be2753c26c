// Kernels that break no rule: what the software device must let pass, and answer rightly.
#include "copies.cuh"
#include "grid.cuh"
#include "tensor.cuh"

KERNEL scale(float* x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] *= factor;
  }
}

// One warp a row: its sum by shuffles, and the bits of its positive entries.
KERNEL warp_sums(const float* x, float* sums, unsigned* bits) {
  int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float v = x[row * 32 + lane];
  unsigned positive = __ballot_sync(ALL_LANES, v > 0);
  for (int offset = 16; offset > 0; offset /= 2) {
    v += __shfl_xor_sync(ALL_LANES, v, offset);
  }
  if (lane == 0) {
    sums[row] = v;
    bits[row] = positive;
  }
}

// A tree in dynamic shared memory; blocks meet in one atomic.
KERNEL total(const float* x, double* sum, int n) {
  DYNAMIC_SHARED(double, part);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      part[threadIdx.x] += part[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(sum, part[0]);
  }
}

// Shared memory handed on within a warp only, and by halves of it.
KERNEL warp_reverse(int* x) {
  __shared__ int row[64];
  int t = threadIdx.x, lane = t % 32, first = t - lane;
  row[t] = x[t];
  __syncwarp();
  int reversed = row[first + 31 - lane];
  __syncwarp();
  row[t] = reversed;
  unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  __syncwarp(half);
  x[t] = row[first + (lane ^ 15)] + __shfl_sync(half, lane, 3, 16);
}

// Threads without work leave before the barrier; bytes are written one by one.
KERNEL mixed(unsigned char* bytes, unsigned* counts, unsigned long long* largest, int n) {
  __shared__ unsigned count;
  int i = threadIdx.x;
  if (i >= n) {
    return;
  }
  if (i == 0) {
    count = 0;
  }
  int any = __syncthreads_or(i == 3);
  int threes = __syncthreads_count(i % 3 == 0);
  atomicAdd(&count, 1u);
  bytes[i] = (unsigned char)i;
  atomicMax(largest, (unsigned long long)i << 33);
  __syncthreads();
  if (i == 0) {
    counts[0] = count;
    counts[1] = (unsigned)any;
    counts[2] = (unsigned)threes;
    counts[3] = atomicCAS(&counts[4], 7u, 9u);
  }
}

// Lanes `stride` words apart, in global and in shared memory; the odd ones then once more.
KERNEL strided(const float* x, float* y, int stride) {
  DYNAMIC_SHARED(float, row);
  int t = threadIdx.x;
  row[t * stride] = x[t * stride];
  __syncthreads();
  y[t] = row[t * stride];
  __syncthreads();
  if (t % 2 == 1) {
    y[t] += 1;
  }
}

// Vectors of 4, of which the last lane of a quarter of a warp meets the first one; after a barrier, which the last lane
// of all leaves first.
KERNEL meeting_vectors(const float* x, float* y) {
  __shared__ __align__(16) float rows[64 * 4];
  int t = threadIdx.x, place = t % 8 == 7 ? t / 8 * 8 + 32 : t;
  __syncthreads();
  begin_copy<16>(SharedAddress(&rows[4 * place]), x + 4 * t, true);
  commit_copies();
  wait_for_copies<0>();
  y[t] = rows[4 * place];
}

// C += A B by one warp, A 16 by 8, B 8 by 8, in single precision or in TF32.
template <bool EXACT> __device__ inline void product(const float* a, const float* b, float* c) {
  int g = threadIdx.x / 4, t = threadIdx.x % 4;
  float sum[4], left[4], right[2];
  for (int i = 0; i < 4; i++) {
    left[i] = a[(g + i % 2 * 8) * 8 + t + i / 2 * 4];
    sum[i] = c[(g + i / 2 * 8) * 8 + 2 * t + i % 2];
  }
  for (int i = 0; i < 2; i++) {
    right[i] = b[(t + i * 4) * 8 + g];
  }
  add_tensor_product<EXACT>(sum, left, right);
  for (int i = 0; i < 4; i++) {
    c[(g + i / 2 * 8) * 8 + 2 * t + i % 2] = sum[i];
  }
}

KERNEL single_product(const float* a, const float* b, float* c) { product<true>(a, b, c); }
KERNEL rounded_product(const float* a, const float* b, float* c) { product<false>(a, b, c); }

// The same of bfloat16, A 16 by 16, B 16 by 8, which come from shared memory by matrices.
KERNEL matrix_product(const float* a, const float* b, float* c) {
  __shared__ __align__(16) Bfloat16 left[16 * 24], right[16 * 8];
  int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  for (int i = lane; i < 16 * 16; i += LANES) {
    left[i / 16 * 24 + i % 16] = round_to_bfloat16(a[i]);
  }
  for (int i = lane; i < 16 * 8; i += LANES) {
    right[i] = round_to_bfloat16(b[i]);
  }
  __syncwarp();
  Word fragment[4], other[4];
  load_matrices<false>(fragment, SharedAddress<Bfloat16>(left + (lane % 16) * 24 + lane / 16 * 8));
  load_matrices<true>(other, SharedAddress<Bfloat16>(right + (lane % 16) * 8));
  float sum[4];
  for (int i = 0; i < 4; i++) {
    sum[i] = c[(g + i / 2 * 8) * 8 + 2 * t + i % 2];
  }
  bfloat16_product(sum, fragment, {other[0], other[1]});
  for (int i = 0; i < 4; i++) {
    c[(g + i / 2 * 8) * 8 + 2 * t + i % 2] = sum[i];
  }
}

// Pairs of bfloat16 and what they leave.
KERNEL bfloat16_pairs(const float* x, float* y) {
  int i = threadIdx.x;
  Word own = bfloat16_pair(x[2 * i], x[2 * i + 1]);
  Word rest = bfloat16_rest(x[2 * i], x[2 * i + 1], own);
  y[4 * i] = lower_bfloat16(own);
  y[4 * i + 1] = upper_bfloat16(own);
  y[4 * i + 2] = lower_bfloat16(rest);
  y[4 * i + 3] = upper_bfloat16(rest);
}

// Blocks hand on what they have to the one before; shared memory outlasts a barrier of all.
KERNEL handed_on(int* x, int rounds) {
  __shared__ int own;
  if (threadIdx.x == 0) {
    own = 10 * blockIdx.x;
  }
  for (int r = 0; r < rounds; r++) {
    if (threadIdx.x == 0) {
      x[blockIdx.x] = own;
    }
    grid_barrier();
    int next = x[(blockIdx.x + 1) % gridDim.x];
    grid_barrier();
    if (threadIdx.x == 0) {
      own = next + 1;
    }
  }
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    x[blockIdx.x] = own;
  }
}

// Copies that go on: two groups, the second of which is read after the first; what is absent becomes 0.
KERNEL copied(const float* x, float* y, int present) {
  __shared__ __align__(16) float row[2][128];
  int i = threadIdx.x;
  for (int side = 0; side < 2; side++) {
    begin_copy<16>(SharedAddress(row[side] + 4 * i), x + 128 * side + 4 * i, 128 * side + 4 * i < present);
    commit_copies();
  }
  wait_for_copies<1>();
  __syncwarp();
  float first = row[0][127 - i];
  wait_for_copies<0>();
  __syncwarp();
  y[i] = first + row[1][127 - i];
}
