// Accesses that go where they must not.
#include "device.cuh"

KERNEL write_beyond(float* x, int n) {
  int i = threadIdx.x;
  if (i <= n) {
    x[i] = 1;
  }
}

KERNEL read_beyond(const float* x, float* y, int n) {
  int i = threadIdx.x;
  if (i < n) {
    y[i] = x[i + 1];
  }
}

KERNEL write_beyond_shared(float* x) {
  DYNAMIC_SHARED(float, row);
  row[threadIdx.x + 1] = 1;
  x[threadIdx.x] = 1;
}

KERNEL read_unwritten_shared(float* x) {
  __shared__ float row[32];
  int i = threadIdx.x;
  if (i != 7) {
    row[i] = i;
  }
  __syncthreads();
  x[i] = row[i];
}

KERNEL misaligned(float* x) {
  float4* v = (float4*)(x + 1);
  *v = make_float4(1, 2, 3, 4);
}

// Named as in the module of the tests that declares it otherwise.
KERNEL other_signature(const float* x, int n, double scale) {
  (void)x;
  (void)n;
  (void)scale;
}
