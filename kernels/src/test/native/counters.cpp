#include "counters.h"

#include "requests.h"

namespace softcuda {

Counters counters;

namespace {
std::string row(const std::string& name, std::initializer_list<uint64_t> values) {
  std::string text = name;
  for (uint64_t v : values) {
    text += " " + std::to_string(v);
  }
  return text + "\n";
}
std::string copies(const char* name, const CopyCounter& c) {
  return row(name, {c.count, c.bytes, c.largest});
}
} // namespace

std::string counters_text() {
  std::string text = row("launches", {counters.launches}) +
                     row("synchronisations", {counters.synchronisations}) +
                     row("memsets", {counters.memsets}) +
                     row("pageableCopies", {counters.pageable_copies}) +
                     copies("toDevice", counters.to_device) + copies("toHost", counters.to_host) +
                     copies("withinDevice", counters.within_device);
  for (auto& [name, k] : counters.kernels) {
    text += row("kernel " + name, {k.launches, k.requested_read, k.requested_written,
                                    k.distinct_read, k.distinct_written, k.barriers, k.products});
  }
  for (auto& [name, b] : counters.blas) {
    text += row("cublas " + name, {b.calls, b.flops});
  }
  return text + requests_text();
}

} // namespace softcuda
