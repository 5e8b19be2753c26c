// What the driver's entry points share: the lock, the contexts, and who owns what.
#pragma once

#include "faults.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace softcuda {

// One call at a time, whatever the thread: the device is one machine.
std::recursive_mutex& device_lock();

// Whether a call may go on: SUCCESS, or the code that it answers. Most need a context.
int ready_for_call(bool context = true);

#define SOFTCUDA_CALL(context)                                              \
  std::lock_guard<std::recursive_mutex> softcuda_guard(softcuda::device_lock()); \
  if (int softcuda_code = softcuda::ready_for_call(context)) {              \
    return softcuda_code;                                                   \
  }                                                                         \
  if (int softcuda_code = softcuda::failure_of(__func__)) {                 \
    return softcuda_code;                                                   \
  }

// How many devices there are; a setting of the tests, or of the environment of a process.
int device_count();
void set_device_count(int count);

bool pinned(const void* host, size_t size);

constexpr size_t MULTIPROCESSORS = 8;
// What a multiprocessor can hold at a time, by compute capability (CUDA C Programming Guide): the driver takes a
// kernel's local memory for all its threads, and the system some of its shared memory for each block.
struct Generation {
  int capability; // ten times it
  size_t threads, blocks, shared_per_block, shared, shared_reserved;
};
const Generation& generation();
// Blocks of a cooperative launch are on so many at once; a setting of tests that launch for another device.
void set_cooperating(int multiprocessors);

// A process that runs on this device by LD_LIBRARY_PATH has no harness in it: it leaves a file.
void report_at_exit();

// Everything still alive, a line each.
std::vector<std::string> leaks();
void list_contexts(std::vector<std::string>& lines);
void list_memory(std::vector<std::string>& lines);
void list_streams(std::vector<std::string>& lines);
void list_modules(std::vector<std::string>& lines);

// libcublas has handles of its own; it says how to list and how to free them when it is loaded.
void join_harness(void (*list)(std::vector<std::string>& lines), void (*reset)());

// Frees all and forgets all faults and counts, as if the process were new.
void reset_device();
void reset_contexts();
void reset_memory();
void reset_streams();
void reset_modules();
// When the context goes.
void release_local_memory();

} // namespace softcuda
