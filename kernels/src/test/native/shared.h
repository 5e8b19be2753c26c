// Shared memory: the static variables of the kernels and one dynamic array, in one section.
#pragma once

#include "kernels.h"
#include "region.h"

#include <vector>

namespace softcuda {

constexpr size_t SHARED_PER_BLOCK = 48 << 10;
constexpr size_t MOST_SHARED = 227 << 10; // that a launch may be allowed on any device

extern Space shared_space __attribute__((visibility("hidden")));

size_t static_shared(const Kernel& kernel);
// Allocated for this kernel; what other kernels' variables are is not.
void open_shared(const Kernel& kernel, size_t dynamic);
// Unwritten again, as each block finds it.
void poison_shared();
// One block's, while others run.
struct SharedMemory { std::vector<char> bytes, state; };
void save_shared(SharedMemory& memory);
void restore_shared(const SharedMemory& memory);
std::string describe_shared(uintptr_t address);

} // namespace softcuda
