// Sweeps that read the residual once, many of them in one launch, with products of TF32 numbers.
// For compute capability 8.0 and later.
#include "persistent_sweeps.cuh"

// As persistent_sweeps.cu has them.
KERNEL_OF(2) sweep_on_few_tf32(SWEPT) { sweep_on<8, 8, false>(ARGUMENTS); }
KERNEL_OF(1) sweep_on_few_wide_tf32(SWEPT) { sweep_on<8, 30, false>(ARGUMENTS); }
KERNEL_OF(1) sweep_on_many_tf32(SWEPT) { sweep_on<16, 16, false>(ARGUMENTS); }
