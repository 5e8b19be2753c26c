// Sweeps that read once a residual that is rounded to bfloat16.
// For compute capability 8.0 and later.
#include "fused_sweeps.cuh"

// As those of fused_sweeps.cu, but for 2 bytes an entry of the residual.
KERNEL_OF(2) sweep_few_bf16(SWEPT(Bfloat16)) { sweep<RoundedProducts<8, 8>>(ARGUMENTS); }
KERNEL_OF(1) sweep_few_wide_bf16(SWEPT(Bfloat16)) { sweep<RoundedProducts<8, 30>>(ARGUMENTS); }
KERNEL_OF(1) sweep_many_bf16(SWEPT(Bfloat16)) { sweep<RoundedProducts<16, 16>>(ARGUMENTS); }
