// Z^T M for many binary columns and a matrix that is rounded to bfloat16.
// For compute capability 8.0 and later.
#include "tensor_sums.cuh"

// As those of tensor_sums.cu, but for 2 bytes an entry of M.
KERNEL_OF(2) sum_runs_narrow_bf16(SUMMED(Bfloat16)) { sum_run<Bfloat16, 6>(ARGUMENTS); }
KERNEL_OF(1) sum_runs_wide_bf16(SUMMED(Bfloat16)) { sum_run<Bfloat16, 16>(ARGUMENTS); }
