// One block at a time, of a cooperative launch from one barrier of the grid to the next: its threads, which of
// them runs, and what the checks must know of it.
#pragma once

#include "fibers.h"
#include "region.h"

#include <cstddef>
#include <cstdint>

namespace softcuda {

struct Kernel;

constexpr unsigned LANES = 32; // of a warp

struct Dim { unsigned x, y, z; };

struct Site {
  const char* file;
  int line;
};

enum class Wait : uint8_t { NOT_STARTED, NONE, BARRIER, COLLECTIVE, FINISHED };

struct Thread {
  unsigned index[3];
  unsigned id, lane, warp;
  Wait wait;
  Fiber* fiber;
  Site site;      // where it waits
  unsigned mask;  // of the collective it waits in
  const char* collective;
  uint32_t clock; // of its warp's collectives, see warps.h
  uint64_t value; // what it brings to the collective, then what it gets from it
};

// What the check of one access reads; kept together, it is the hot state.
struct Run {
  bool active;
  bool requests;         // are counted, see requests.h
  uint32_t launch_epoch; // the first epoch of this launch, or since its last barrier of the grid
  uint32_t block_epoch;  // the first epoch of this block since then
  uint32_t epoch;        // counts barriers and blocks, over all launches
  uint64_t stamp;        // epoch, thread and warp clock of whoever runs, as a record
  Thread* thread;
  uintptr_t stack;       // of the running fiber
  // Global memory of this launch, in bytes.
  uint64_t requested_read, requested_written, distinct_read, distinct_written;
  uint64_t barriers;     // that one block of it passed, at most
  uint64_t products;     // of tensor cores
};
// Hidden, as all that the check of an access reads: it is found without a table then.
extern Run run __attribute__((visibility("hidden")));

struct Shape {
  Dim grid, block;
  unsigned dynamic_shared;
  bool cooperative; // all blocks are there at once
};

// Runs every block to its end, or to the first fault, which it reports; false after a fault.
bool run_grid(const Kernel& kernel, const Shape& shape, const char* arguments);

const Shape& running_shape();
const Kernel& running_kernel();
Dim running_block();

// Gives way until somebody calls wake for the running thread.
void suspend(Wait why);
void wake(Thread& thread);
// After the running thread's clock or the epoch changed.
void restamp();
// Leaves the kernel for good: no fiber of this launch runs again.
[[noreturn]] void abandon();

} // namespace softcuda
