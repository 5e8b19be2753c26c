#include "counters.h"
#include "driver.h"
#include "queue.h"

#include <deque>
#include <map>
#include <memory>

namespace softcuda {

struct Work {
  uint64_t number;
  std::function<void()> run;
};

struct Stream {
  std::deque<Work> work;
  bool with_default; // ordered with the default stream
};

namespace {

struct Event {
  void* stream; // of the last record
  uint64_t number;
};

Stream default_stream{{}, true};
std::map<void*, std::unique_ptr<Stream>> streams;
std::map<void*, std::unique_ptr<Event>> events;
uint64_t last_work;

Event* event_of(void* handle) {
  auto found = events.find(handle);
  return found == events.end() ? nullptr : found->second.get();
}

int waited() {
  counters.synchronisations++;
  return broken();
}

} // namespace

Stream* stream_of(void* handle) {
  if (handle == nullptr || handle == (void*)1 || handle == (void*)2) {
    return &default_stream;
  }
  auto found = streams.find(handle);
  return found == streams.end() ? nullptr : found->second.get();
}

uint64_t enqueue(Stream* stream, std::function<void()> work) {
  stream->work.push_back({++last_work, std::move(work)});
  return last_work;
}

bool run_some(Stream* stream) {
  if (stream->work.empty() || broken()) {
    return false;
  }
  Work next = std::move(stream->work.front());
  stream->work.pop_front();
  // The default stream waits for the others' earlier work, and they for its.
  if (stream == &default_stream) {
    for (auto& other : streams) {
      if (other.second->with_default) {
        run_until(other.second.get(), next.number);
      }
    }
  } else if (stream->with_default) {
    run_until(&default_stream, next.number);
  }
  if (!broken()) {
    next.run();
  }
  return true;
}

void run_until(Stream* stream, uint64_t number) {
  while (pending(stream, number) && run_some(stream)) {
  }
}

bool pending(Stream* stream, uint64_t number) {
  return !stream->work.empty() && stream->work.front().number <= number;
}

void run_all() {
  run_until(&default_stream);
  for (auto& other : streams) {
    run_until(other.second.get());
  }
}

void drop_all() {
  default_stream.work.clear();
  for (auto& other : streams) {
    other.second->work.clear();
  }
}

void list_streams(std::vector<std::string>& lines) {
  if (!streams.empty()) {
    lines.push_back(std::to_string(streams.size()) + " stream(s) not destroyed");
  }
  if (!events.empty()) {
    lines.push_back(std::to_string(events.size()) + " event(s) not destroyed");
  }
}

void reset_streams() {
  drop_all();
  streams.clear();
  events.clear();
}

} // namespace softcuda

using namespace softcuda;

#define STREAM(name, handle, call)                                      \
  Stream* name = stream_of(handle);                                     \
  if (!name) {                                                          \
    return refuse(INVALID_HANDLE, call ": the stream does not exist or was destroyed"); \
  }
#define EVENT(name, handle, call)                                       \
  Event* name = event_of(handle);                                       \
  if (!name) {                                                          \
    return refuse(INVALID_HANDLE, call ": the event does not exist or was destroyed"); \
  }

extern "C" {

int cuStreamCreate(void** stream, unsigned flags) {
  SOFTCUDA_CALL(true)
  auto made = std::make_unique<Stream>();
  made->with_default = (flags & 1) == 0; // CU_STREAM_NON_BLOCKING
  *stream = made.get();
  streams[made.get()] = std::move(made);
  return SUCCESS;
}

int cuStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}

int cuStreamSynchronize(void* handle) {
  SOFTCUDA_CALL(true)
  STREAM(stream, handle, "cuStreamSynchronize")
  run_until(stream);
  return waited();
}

int cuStreamQuery(void* handle) {
  SOFTCUDA_CALL(true)
  STREAM(stream, handle, "cuStreamQuery")
  return run_some(stream) ? (broken() ? broken() : NOT_READY) : SUCCESS;
}

int cuStreamDestroy_v2(void* handle) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  auto found = streams.find(handle);
  if (found == streams.end()) {
    return refuse(INVALID_HANDLE, "cuStreamDestroy: the stream does not exist or was destroyed");
  }
  run_until(found->second.get());
  streams.erase(found);
  return broken();
}

int cuStreamWaitEvent(void* handle, void* event_handle, unsigned) {
  SOFTCUDA_CALL(true)
  STREAM(stream, handle, "cuStreamWaitEvent")
  EVENT(event, event_handle, "cuStreamWaitEvent")
  enqueue(stream, [recorded = *event] {
    if (Stream* other = stream_of(recorded.stream)) {
      run_until(other, recorded.number);
    }
  });
  return SUCCESS;
}

int cuEventCreate(void** event, unsigned) {
  SOFTCUDA_CALL(true)
  auto made = std::make_unique<Event>();
  *event = made.get();
  events[made.get()] = std::move(made);
  return SUCCESS;
}

int cuEventRecord(void* event_handle, void* handle) {
  SOFTCUDA_CALL(true)
  STREAM(stream, handle, "cuEventRecord")
  EVENT(event, event_handle, "cuEventRecord")
  *event = {handle, enqueue(stream, [] {})};
  return SUCCESS;
}

int cuEventSynchronize(void* handle) {
  SOFTCUDA_CALL(true)
  EVENT(event, handle, "cuEventSynchronize")
  if (Stream* stream = stream_of(event->stream)) {
    run_until(stream, event->number);
  }
  return waited();
}

int cuEventQuery(void* handle) {
  SOFTCUDA_CALL(true)
  EVENT(event, handle, "cuEventQuery")
  Stream* stream = stream_of(event->stream);
  if (!stream || !pending(stream, event->number)) {
    return SUCCESS;
  }
  run_some(stream);
  return broken() ? broken() : NOT_READY;
}

// There is no clock here: every event is as late as every other.
int cuEventElapsedTime(float* milliseconds, void* first, void* second) {
  SOFTCUDA_CALL(true)
  EVENT(a, first, "cuEventElapsedTime")
  EVENT(b, second, "cuEventElapsedTime")
  (void)a;
  (void)b;
  *milliseconds = 0;
  return SUCCESS;
}

int cuEventDestroy_v2(void* handle) {
  std::lock_guard<std::recursive_mutex> guard(device_lock());
  if (events.erase(handle) == 0) {
    return refuse(INVALID_HANDLE, "cuEventDestroy: the event does not exist or was destroyed");
  }
  return broken();
}

int cuCtxSynchronize() {
  SOFTCUDA_CALL(true)
  run_all();
  return waited();
}
}
