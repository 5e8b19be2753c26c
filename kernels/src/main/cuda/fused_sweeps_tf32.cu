// Sweeps that read the residual once, with products of TF32 numbers.
// For compute capability 8.0 and later.
#include "fused_sweeps.cuh"

// As those of fused_sweeps.cu.
KERNEL_OF(2) sweep_few_tf32(SWEPT(float)) { sweep<SingleProducts<8, 8, false>>(ARGUMENTS); }
KERNEL_OF(1) sweep_few_wide_tf32(SWEPT(float)) { sweep<SingleProducts<8, 30, false>>(ARGUMENTS); }
KERNEL_OF(1) sweep_many_tf32(SWEPT(float)) { sweep<SingleProducts<16, 16, false>>(ARGUMENTS); }
