// Stacks that a block's threads run on, and the switch between them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace softcuda {

struct Fiber {
  void* context = nullptr;
  char* stack = nullptr; // lowest usable byte
  size_t skipped = 0;    // at the stack's upper end
};

constexpr size_t STACK_BYTES = 128 << 10;

// Makes the fiber start in `entry`, which must not return, at the next switch to it.
void prepare(Fiber& fiber, void (*entry)());
// Saves the running one into `from`.
void switch_fibers(Fiber& from, Fiber& to);

} // namespace softcuda
