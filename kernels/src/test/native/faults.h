// What went wrong, in words: kept for the harness, printed on stderr.
#pragma once

#include <string>
#include <vector>

namespace softcuda {

enum Code {
  SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, NO_DEVICE = 100,
  INVALID_DEVICE = 101, INVALID_IMAGE = 200, INVALID_CONTEXT = 201,
  INVALID_PTX = 218, INVALID_SOURCE = 300,
  INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600, ILLEGAL_ADDRESS = 700,
  OUT_OF_RESOURCES = 701, MISALIGNED_ADDRESS = 716, LAUNCH_FAILED = 719, COOPERATIVE_LAUNCH_TOO_LARGE = 720, NOT_SUPPORTED = 801
};

// A call that is refused: the message is kept, the device stays usable.
int refuse(int code, const char* format, ...) __attribute__((format(printf, 2, 3)));
// Queued work that failed: as on a real device, every later call answers with this code.
int break_device(int code, const std::string& message);
int broken();

std::vector<std::string> faults();
void clear_faults();

// Calls that answer a code of the tests' choice and do nothing, as "cuMemAlloc=2,cuLaunchKernel=719@40":
// the latter from its 40th call on. Replaces what was asked for before.
void set_failures(const char* text);
// The code that this call is to answer, or SUCCESS. Its name is C's or CUDA's: cuMemAlloc_v2 or cuMemAlloc.
int failure_of(const char* call);

// In a kernel: names the kernel, block and thread, and ends the launch.
[[noreturn]] void kernel_fault(int code, const char* format, ...)
    __attribute__((format(printf, 2, 3)));

// " (file.cu:12)" for a return address in this library, or nothing where that cannot be found out.
std::string source_of(const void* pc);

} // namespace softcuda
