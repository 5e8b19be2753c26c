// Allocations, copies and fills.
#include "counters.h"
#include "driver.h"
#include "queue.h"
#include "region.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

namespace softcuda {

namespace {

std::map<uintptr_t, size_t> pinned_blocks;

// What stands in a host buffer until the copy into it has run: no number as float or as double.
constexpr unsigned char NOT_YET[4] = {0xad, 0xdb, 0xba, 0xff};

void spoil(void* host, size_t size) {
  for (size_t i = 0; i < size; i++) {
    ((unsigned char*)host)[i] = NOT_YET[i % 4];
  }
}

int check_device(const char* call, const char* role, uintptr_t address, size_t size) {
  if (within_one_buffer(address, size)) {
    return SUCCESS;
  }
  return refuse(INVALID_VALUE, "%s: its %s, %zu bytes from %s, does not lie in one live buffer of "
                "the device", call, role, size, describe(address).c_str());
}

int check_host(const char* call, const char* role, const void* address) {
  if (address && !in_device_space((uintptr_t)address)) {
    return SUCCESS;
  }
  return refuse(INVALID_VALUE, "%s: its %s must be host memory and is %s", call, role,
                describe((uintptr_t)address).c_str());
}

void need_written(const char* call, uintptr_t from, size_t size) {
  size_t at = first_unwritten(from, size);
  if (at < size) {
    break_device(ILLEGAL_ADDRESS, std::string(call) + ": copies " + std::to_string(size) +
                 " bytes from " + describe(from) + ", and " + describe(from + at) +
                 " was never written");
  }
}

void copy_in(uintptr_t to, const void* from, size_t size) {
  memcpy((void*)to, from, size);
  mark_written(to, size);
}

int upload(const char* call, uintptr_t to, const void* from, size_t size, Stream* stream, bool wait) {
  if (int code = check_device(call, "destination", to, size)) {
    return code;
  }
  if (int code = check_host(call, "source", from)) {
    return code;
  }
  counters.to_device.add(size);
  if (wait || pinned(from, size)) {
    enqueue(stream, [=] { copy_in(to, from, size); });
  } else {
    // The driver takes a copy of pageable memory before it returns, and so may its owner go on.
    counters.pageable_copies++;
    auto taken = std::make_shared<std::vector<char>>((const char*)from, (const char*)from + size);
    enqueue(stream, [=] { copy_in(to, taken->data(), size); });
  }
  if (wait) {
    counters.synchronisations++;
    run_until(stream);
  }
  return broken();
}

int download(const char* call, void* to, uintptr_t from, size_t size, Stream* stream, bool wait) {
  if (int code = check_device(call, "source", from, size)) {
    return code;
  }
  if (int code = check_host(call, "destination", to)) {
    return code;
  }
  counters.to_host.add(size);
  bool pageable = !wait && !pinned(to, size);
  spoil(to, size);
  enqueue(stream, [=] {
    need_written(call, from, size);
    memcpy(to, (void*)from, size);
  });
  if (wait || pageable) {
    // To pageable memory a real driver copies before it returns; its owner may move it after that.
    counters.pageable_copies += pageable;
    counters.synchronisations++;
    run_until(stream);
  }
  return broken();
}

int copy_within(const char* call, uintptr_t to, uintptr_t from, size_t size, Stream* stream) {
  if (int code = check_device(call, "destination", to, size)) {
    return code;
  }
  if (int code = check_device(call, "source", from, size)) {
    return code;
  }
  counters.within_device.add(size);
  enqueue(stream, [=] {
    memmove((void*)to, (void*)from, size);
    copy_state(to, from, size);
  });
  return SUCCESS;
}

template <class T> int fill(const char* call, uintptr_t to, T value, size_t count, Stream* stream) {
  if (int code = check_device(call, "destination", to, count * sizeof(T))) {
    return code;
  }
  counters.memsets++;
  enqueue(stream, [=] {
    for (size_t i = 0; i < count; i++) {
      ((T*)to)[i] = value;
    }
    mark_written(to, count * sizeof(T));
  });
  return SUCCESS;
}

} // namespace

bool pinned(const void* host, size_t size) {
  auto after = pinned_blocks.upper_bound((uintptr_t)host);
  if (after == pinned_blocks.begin()) {
    return false;
  }
  auto& block = *std::prev(after);
  return (uintptr_t)host + size <= block.first + block.second;
}

void list_memory(std::vector<std::string>& lines) {
  for (const Buffer& b : live_buffers()) {
    lines.push_back("buffer " + std::to_string(b.number) + " of device memory (" +
                    std::to_string(b.size) + " bytes) not freed");
  }
  for (auto& block : pinned_blocks) {
    lines.push_back("pinned memory (" + std::to_string(block.second) + " bytes) not freed");
  }
}

void reset_memory() {
  for (const Buffer& b : live_buffers()) {
    release(b.base);
  }
  for (auto& block : pinned_blocks) {
    free((void*)block.first);
  }
  pinned_blocks.clear();
}

} // namespace softcuda

using namespace softcuda;
typedef unsigned long long Pointer;

#define ON_STREAM(handle, call)                                         \
  Stream* stream = stream_of(handle);                                   \
  if (!stream) {                                                        \
    return refuse(INVALID_HANDLE, call ": the stream does not exist or was destroyed"); \
  }

extern "C" {

int cuMemGetInfo_v2(size_t* free_bytes, size_t* total) {
  SOFTCUDA_CALL(true)
  *total = total_bytes();
  *free_bytes = total_bytes() - live_bytes();
  return SUCCESS;
}

int cuMemAlloc_v2(Pointer* pointer, size_t size) {
  SOFTCUDA_CALL(true)
  if (size == 0) {
    return refuse(INVALID_VALUE, "cuMemAlloc: 0 bytes asked for");
  }
  *pointer = allocate(size);
  return *pointer ? SUCCESS : OUT_OF_MEMORY;
}

int cuMemFree_v2(Pointer pointer) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  if (pointer == 0) {
    return broken();
  }
  run_all(); // as the real one: nothing that is queued loses its memory
  if (!release(pointer)) {
    return refuse(INVALID_VALUE, "cuMemFree: no live buffer starts at %s",
                  describe(pointer).c_str());
  }
  return broken();
}

int cuMemHostAlloc(void** pointer, size_t size, unsigned) {
  SOFTCUDA_CALL(true)
  if (size == 0 || posix_memalign(pointer, 4096, size) != 0) {
    return size == 0 ? INVALID_VALUE : OUT_OF_MEMORY;
  }
  spoil(*pointer, size);
  pinned_blocks[(uintptr_t)*pointer] = size;
  return SUCCESS;
}

int cuMemAllocHost_v2(void** pointer, size_t size) {
  SOFTCUDA_CALL(true)
  return cuMemHostAlloc(pointer, size, 0);
}

int cuMemFreeHost(void* pointer) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  run_all();
  if (pinned_blocks.erase((uintptr_t)pointer) == 0) {
    return refuse(INVALID_VALUE, "cuMemFreeHost: no pinned memory starts at %s",
                  describe((uintptr_t)pointer).c_str());
  }
  free(pointer);
  return broken();
}

int cuMemcpyHtoD_v2(Pointer to, const void* from, size_t size) {
  SOFTCUDA_CALL(true)
  return upload("cuMemcpyHtoD", to, from, size, stream_of(nullptr), true);
}

int cuMemcpyHtoDAsync_v2(Pointer to, const void* from, size_t size, void* handle) {
  SOFTCUDA_CALL(true)
  ON_STREAM(handle, "cuMemcpyHtoDAsync")
  return upload("cuMemcpyHtoDAsync", to, from, size, stream, false);
}

int cuMemcpyDtoH_v2(void* to, Pointer from, size_t size) {
  SOFTCUDA_CALL(true)
  return download("cuMemcpyDtoH", to, from, size, stream_of(nullptr), true);
}

int cuMemcpyDtoHAsync_v2(void* to, Pointer from, size_t size, void* handle) {
  SOFTCUDA_CALL(true)
  ON_STREAM(handle, "cuMemcpyDtoHAsync")
  return download("cuMemcpyDtoHAsync", to, from, size, stream, false);
}

int cuMemcpyDtoD_v2(Pointer to, Pointer from, size_t size) {
  SOFTCUDA_CALL(true)
  return copy_within("cuMemcpyDtoD", to, from, size, stream_of(nullptr));
}

int cuMemcpyDtoDAsync_v2(Pointer to, Pointer from, size_t size, void* handle) {
  SOFTCUDA_CALL(true)
  ON_STREAM(handle, "cuMemcpyDtoDAsync")
  return copy_within("cuMemcpyDtoDAsync", to, from, size, stream);
}

int cuMemsetD8_v2(Pointer to, unsigned char value, size_t count) {
  SOFTCUDA_CALL(true)
  return fill("cuMemsetD8", to, value, count, stream_of(nullptr));
}

int cuMemsetD8Async(Pointer to, unsigned char value, size_t count, void* handle) {
  SOFTCUDA_CALL(true)
  ON_STREAM(handle, "cuMemsetD8Async")
  return fill("cuMemsetD8Async", to, value, count, stream);
}

int cuMemsetD32_v2(Pointer to, unsigned value, size_t count) {
  SOFTCUDA_CALL(true)
  return fill("cuMemsetD32", to, value, count, stream_of(nullptr));
}

int cuMemsetD32Async(Pointer to, unsigned value, size_t count, void* handle) {
  SOFTCUDA_CALL(true)
  ON_STREAM(handle, "cuMemsetD32Async")
  return fill("cuMemsetD32Async", to, value, count, stream);
}
}
