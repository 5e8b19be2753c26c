// Devices and contexts. A context is only a name here: memory, streams and modules are the
// process's, and outlive it.
#include "counters.h"
#include "driver.h"
#include "queue.h"
#include "region.h"
#include "shared.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

namespace softcuda {

namespace {

struct Context {
  int device;
};

constexpr int MOST_DEVICES = 2;

bool initialised;
int devices = -1;
Context primary[MOST_DEVICES];
int retained[MOST_DEVICES];
std::map<void*, std::unique_ptr<Context>> created;
thread_local std::vector<void*> current;
// Bumped by a reset, after which no thread has a current context.
int resets;
thread_local int current_resets;

std::vector<void*>& stack_of_thread() {
  if (current_resets != resets) {
    current_resets = resets;
    current.clear();
  }
  return current;
}

int number_from(const char* variable, int otherwise) {
  const char* text = getenv(variable);
  return text ? atoi(text) : otherwise;
}

int capability() {
  static const int value = number_from("SOFTCUDA_CAPABILITY", 80);
  return value;
}

bool exists(void* context) {
  for (int d = 0; d < MOST_DEVICES; d++) {
    if (context == &primary[d]) {
      return retained[d] > 0;
    }
  }
  return created.count(context) > 0;
}

int no_device(const char* call, int device) {
  return refuse(INVALID_DEVICE, "%s: there is no device %d, only %d of them", call, device,
                device_count());
}

} // namespace

const Generation& generation() {
  static const Generation known[] = {
      {75, 1024, 16, 64 << 10, 64 << 10, 0},          {80, 2048, 32, 163 << 10, 164 << 10, 1 << 10},
      {86, 1536, 16, 99 << 10, 100 << 10, 1 << 10},   {89, 1536, 24, 99 << 10, 100 << 10, 1 << 10},
      {90, 2048, 32, 227 << 10, 228 << 10, 1 << 10},  {100, 2048, 32, 227 << 10, 228 << 10, 1 << 10},
      {120, 1536, 24, 99 << 10, 100 << 10, 1 << 10}};
  const Generation* latest = known;
  for (const Generation& each : known) {
    latest = each.capability <= capability() ? &each : latest;
  }
  return *latest;
}

std::recursive_mutex& device_lock() {
  static std::recursive_mutex lock;
  return lock;
}

int ready_for_call(bool context) {
  if (!initialised) {
    return NOT_INITIALIZED;
  }
  if (broken()) {
    return broken();
  }
  if (context && (stack_of_thread().empty() || !exists(stack_of_thread().back()))) {
    return INVALID_CONTEXT;
  }
  return SUCCESS;
}

int device_count() {
  if (devices < 0) {
    devices = number_from("SOFTCUDA_DEVICES", 1);
    if (const char* memory = getenv("SOFTCUDA_MEMORY")) {
      set_total_bytes(strtoull(memory, nullptr, 10));
    }
  }
  return devices;
}

void set_device_count(int count) { devices = count > MOST_DEVICES ? MOST_DEVICES : count; }

void list_contexts(std::vector<std::string>& lines) {
  for (int d = 0; d < MOST_DEVICES; d++) {
    if (retained[d] > 0) {
      lines.push_back("the primary context of device " + std::to_string(d) + " is retained " +
                      std::to_string(retained[d]) + " time(s)");
    }
  }
  if (!created.empty()) {
    lines.push_back(std::to_string(created.size()) + " context(s) not destroyed");
  }
}

void reset_contexts() {
  memset(retained, 0, sizeof retained);
  created.clear();
  resets++;
}

} // namespace softcuda

using namespace softcuda;

extern "C" {

int cuInit(unsigned) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  report_at_exit();
  if (device_count() == 0) {
    return NO_DEVICE;
  }
  if (!initialised && !reserve_device_space()) {
    return OUT_OF_MEMORY;
  }
  initialised = true;
  return SUCCESS;
}

int cuDriverGetVersion(int* version) {
  *version = 12060;
  return SUCCESS;
}

int cuDeviceGetCount(int* count) {
  SOFTCUDA_CALL(false)
  *count = device_count();
  return SUCCESS;
}

int cuDeviceGet(int* device, int ordinal) {
  SOFTCUDA_CALL(false)
  if (ordinal < 0 || ordinal >= device_count()) {
    return no_device("cuDeviceGet", ordinal);
  }
  *device = ordinal;
  return SUCCESS;
}

int cuDeviceGetName(char* name, int length, int device) {
  SOFTCUDA_CALL(false)
  if (device < 0 || device >= device_count()) {
    return no_device("cuDeviceGetName", device);
  }
  strncpy(name, "Software CUDA device (tests only)", (size_t)length);
  return SUCCESS;
}

int cuDeviceTotalMem_v2(size_t* bytes, int device) {
  SOFTCUDA_CALL(false)
  if (device < 0 || device >= device_count()) {
    return no_device("cuDeviceTotalMem", device);
  }
  *bytes = total_bytes();
  return SUCCESS;
}

// By the numbers of CUdevice_attribute; a small GPU.
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  SOFTCUDA_CALL(false)
  if (device < 0 || device >= device_count()) {
    return no_device("cuDeviceGetAttribute", device);
  }
  static const std::map<int, int> values = {
      {1, 1024},                            // threads per block
      {2, 1024}, {3, 1024}, {4, 64},        // block dimensions
      {5, 2147483647}, {6, 65535}, {7, 65535}, // grid dimensions
      {8, (int)SHARED_PER_BLOCK},
      {9, 65536},                           // constant memory
      {10, 32},                             // warp
      {12, 65536},                          // registers per block
      {13, 1410000},                        // clock, kHz
      {14, 512},                            // texture alignment
      {15, 1}, {16, (int)MULTIPROCESSORS},  // overlap; multiprocessors
      {19, 1}, {31, 1},                     // maps host memory; concurrent kernels
      {36, 1215000}, {37, 5120},            // memory clock, kHz; bus width
      {38, 4 << 20},                        // L2
      {39, (int)generation().threads},
      {40, 2}, {41, 1},                     // copy engines; unified addressing
      {75, capability() / 10}, {76, capability() % 10},
      {81, (int)generation().shared}, {82, 65536}, // shared memory and registers per multiprocessor
      {97, (int)generation().shared_per_block},
      {95, number_from("SOFTCUDA_COOPERATIVE", 1)}, // cooperative launches
      {106, (int)generation().blocks}, {111, (int)generation().shared_reserved}};
  auto found = values.find(attribute);
  *value = found == values.end() ? 0 : found->second;
  return SUCCESS;
}

int cuDevicePrimaryCtxRetain(void** context, int device) {
  SOFTCUDA_CALL(false)
  if (device < 0 || device >= device_count()) {
    return no_device("cuDevicePrimaryCtxRetain", device);
  }
  primary[device].device = device;
  retained[device]++;
  *context = &primary[device];
  return SUCCESS;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  if (device < 0 || device >= device_count() || retained[device] == 0) {
    return refuse(INVALID_CONTEXT, "cuDevicePrimaryCtxRelease: device %d's is not retained", device);
  }
  if (--retained[device] == 0) {
    run_all();
    release_local_memory();
  }
  return broken();
}

int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  SOFTCUDA_CALL(false)
  *flags = 0;
  *active = device >= 0 && device < device_count() && retained[device] > 0;
  return SUCCESS;
}

int cuCtxCreate_v2(void** context, unsigned, int device) {
  SOFTCUDA_CALL(false)
  if (device < 0 || device >= device_count()) {
    return no_device("cuCtxCreate", device);
  }
  auto made = std::make_unique<Context>(Context{device});
  *context = made.get();
  created[made.get()] = std::move(made);
  stack_of_thread().push_back(*context);
  return SUCCESS;
}

int cuCtxDestroy_v2(void* context) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  if (created.count(context) == 0) {
    return refuse(INVALID_CONTEXT, "cuCtxDestroy: the context does not exist or was destroyed");
  }
  run_all();
  created.erase(context);
  auto& stack = stack_of_thread();
  if (!stack.empty() && stack.back() == context) {
    stack.pop_back();
  }
  return broken();
}

int cuCtxPushCurrent_v2(void* context) {
  SOFTCUDA_CALL(false)
  if (!exists(context)) {
    return refuse(INVALID_CONTEXT, "cuCtxPushCurrent: the context does not exist");
  }
  stack_of_thread().push_back(context);
  return SUCCESS;
}

int cuCtxPopCurrent_v2(void** context) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  auto& stack = stack_of_thread();
  if (stack.empty()) {
    return refuse(INVALID_CONTEXT, "cuCtxPopCurrent: the thread has no context");
  }
  if (context) {
    *context = stack.back();
  }
  stack.pop_back();
  return SUCCESS;
}

int cuCtxSetCurrent(void* context) {
  SOFTCUDA_CALL(false)
  auto& stack = stack_of_thread();
  if (!stack.empty()) {
    stack.pop_back();
  }
  if (context) {
    if (!exists(context)) {
      return refuse(INVALID_CONTEXT, "cuCtxSetCurrent: the context does not exist");
    }
    stack.push_back(context);
  }
  return SUCCESS;
}

int cuCtxGetCurrent(void** context) {
  SOFTCUDA_CALL(false)
  *context = stack_of_thread().empty() ? nullptr : stack_of_thread().back();
  return SUCCESS;
}

int cuCtxGetDevice(int* device) {
  SOFTCUDA_CALL(true)
  *device = ((Context*)stack_of_thread().back())->device;
  return SUCCESS;
}

int cuGetErrorName(int code, const char** name) {
  static const std::map<int, const char*> names = {
      {SUCCESS, "CUDA_SUCCESS"}, {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
      {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
      {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED"},
      {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"}, {INVALID_PTX, "CUDA_ERROR_INVALID_PTX"},
      {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND"}, {NO_DEVICE, "CUDA_ERROR_NO_DEVICE"},
      {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE"}, {INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE"},
      {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"},
      {INVALID_SOURCE, "CUDA_ERROR_INVALID_SOURCE"},
      {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE"}, {NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
      {NOT_READY, "CUDA_ERROR_NOT_READY"}, {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
      {MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS"},
      {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED"}, {NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED"}};
  auto found = names.find(code);
  *name = found == names.end() ? nullptr : found->second;
  return found == names.end() ? INVALID_VALUE : SUCCESS;
}

int cuGetErrorString(int code, const char** text) { return cuGetErrorName(code, text); }
}
