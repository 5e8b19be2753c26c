// Which of two accesses to the same bytes came first, for everybody: the rule of the race check.
#pragma once

#include "block.h"
#include "region.h"
#include "warps.h"

#include <string>

namespace softcuda {

// epoch 32 | thread 10 | warp clock 18 | flags 4
constexpr uint64_t ATOMIC = 1;      // writes: it was an atomic
constexpr uint64_t WARP_MANY = 2;   // several lanes of one warp, unordered
constexpr uint64_t BLOCK_MANY = 4;  // several warps, in one epoch
constexpr uint64_t OTHER_BLOCK = 8; // writes: an atomic of an earlier block of this launch too
constexpr uint64_t MANY = WARP_MANY | BLOCK_MANY;

constexpr uint32_t CLOCK_LIMIT = (1u << 18) - 1;

inline uint64_t make_record(uint32_t epoch, unsigned thread, uint32_t clock) {
  // A clock at its limit stands still: what follows counts as ordered.
  return (uint64_t)epoch << 32 | (uint64_t)thread << 22 |
         (uint64_t)(clock < CLOCK_LIMIT ? clock : CLOCK_LIMIT) << 4;
}
inline uint32_t epoch_of(uint64_t r) { return (uint32_t)(r >> 32); }
inline unsigned thread_of(uint64_t r) { return (unsigned)(r >> 22) & 1023; }
inline uint32_t clock_of(uint64_t r) { return (uint32_t)(r >> 4) & CLOCK_LIMIT; }

inline const char* base_name(const char* path) {
  const char* cut = __builtin_strrchr(path, '/');
  return cut ? cut + 1 : path;
}
std::string hexadecimal(unsigned value);

} // namespace softcuda
