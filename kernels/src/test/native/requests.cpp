#include "requests.h"

#include "faults.h"
#include "kernels.h"
#include "races.h"
#include "shared.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace softcuda {

namespace {

constexpr uintptr_t SECTOR = 32, BANKS = 32, BANK = 4;

struct Part {
  uintptr_t address;
  const void* pc;
  uint64_t phase; // the lane's record but for the thread: epoch and clock
  unsigned warp, lane, turn, size;

  auto request() const { return std::tie(warp, phase, pc, turn); }
  auto order() const { return std::tie(warp, phase, pc, turn, lane); }
};

std::vector<Part> parts; // of the block
// How often the lane has come to an instruction in its phase.
std::unordered_map<const void*, unsigned> turns;
uint64_t turns_of;

std::map<std::pair<std::string, const void*>, RequestCounter> counted;

// The first units of so many bytes that hold any of the parts, each once.
std::vector<uintptr_t> units(const Part* from, const Part* to, uintptr_t bytes) {
  std::vector<uintptr_t> found;
  for (const Part* p = from; p < to; p++) {
    for (uintptr_t u = p->address / bytes; u <= (p->address + p->size - 1) / bytes; u++) {
      found.push_back(u);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

uint64_t quotient_up(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

void add_passes(RequestCounter& c, const Part* from, const Part* to) {
  std::vector<uintptr_t> words = units(from, to, BANK);
  uint64_t most = 0, in_bank[BANKS] = {};
  for (uintptr_t w : words) {
    most = std::max(most, ++in_bank[w % BANKS]);
  }
  c.passes += most;
  c.least_passes += quotient_up(words.size(), BANKS);
}

void add_request(const Part* from, const Part* to) {
  RequestCounter& c = counted[{running_kernel().name, from->pc}];
  if (from->address - shared_space.base < shared_space.size) {
    c.shared_requests++;
    // Of 8 or 16 bytes each, half or a quarter of a warp at a time.
    unsigned together = LANES * BANK / std::max<unsigned>(from->size, BANK);
    for (const Part *first = from, *next; first < to; first = next) {
      for (next = first; next < to && next->lane / together == first->lane / together; next++) {
      }
      add_passes(c, first, next);
    }
    return;
  }
  c.requests++;
  c.sectors += units(from, to, SECTOR).size();
  c.least_sectors += quotient_up(units(from, to, 1).size(), SECTOR);
}

} // namespace

void count_requests(bool on) { run.requests = on; }

void forget_requests() { counted.clear(); }

void note_request(uintptr_t address, size_t size, const void* pc) {
  if (address - device_space.base >= device_space.size &&
      address - shared_space.base >= shared_space.size) {
    return; // the lane's own
  }
  if (run.stamp != turns_of) {
    turns.clear();
    turns_of = run.stamp;
  }
  const Thread& t = *run.thread;
  uint64_t phase = run.stamp ^ make_record(0, t.id, 0);
  parts.push_back({address, pc, phase, t.warp, t.lane, turns[pc]++, (unsigned)size});
}

void close_requests(bool whole) {
  if (whole) {
    std::sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return a.order() < b.order(); });
    for (size_t from = 0, to; from < parts.size(); from = to) {
      for (to = from; to < parts.size() && parts[to].request() == parts[from].request(); to++) {
      }
      add_request(&parts[from], parts.data() + to);
    }
  }
  parts.clear();
  turns.clear();
  turns_of = 0;
}

std::string requests_text() {
  std::map<std::string, RequestCounter> lines;
  for (auto& [where, c] : counted) {
    std::string line = source_of(where.second); // " (file.cu:12)"
    line = line.empty() ? "unknown" : line.substr(2, line.size() - 3);
    RequestCounter& sum = lines[where.first + " " + line];
    sum.requests += c.requests;
    sum.sectors += c.sectors;
    sum.least_sectors += c.least_sectors;
    sum.shared_requests += c.shared_requests;
    sum.passes += c.passes;
    sum.least_passes += c.least_passes;
  }
  std::string text;
  for (auto& [where, c] : lines) {
    text += "request " + where;
    for (uint64_t n : {c.requests, c.sectors, c.least_sectors, c.shared_requests, c.passes,
                       c.least_passes}) {
      text += " " + std::to_string(n);
    }
    text += "\n";
  }
  return text;
}

} // namespace softcuda
