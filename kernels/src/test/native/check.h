// The checks of one access by a running kernel, for the compiler's hooks and for atomics.
#pragma once

#include <cstddef>
#include <cstdint>

namespace softcuda {

enum class Access { READ, WRITE, ATOMIC };

// `aligned`: the instruction needs an address that its size divides, as all do but copies of bytes.
template <Access KIND, size_t SIZE> void check(const void* address, const void* pc);
void check_bytes(Access kind, const void* address, size_t size, const void* pc);

} // namespace softcuda
