#include "warps.h"

#include "check.h"
#include "faults.h"
#include "races.h"
#include "shared.h"

#include <cmath>
#include <cstring>

namespace softcuda {

namespace {

constexpr unsigned WARPS = 32, GROUPS = 8;
constexpr unsigned ALL = 0xffffffffu;

enum Kind { SHUFFLE, VOTE, SYNC, PRODUCT, HALF_PRODUCT, MATRICES };
const char* const NAMES[] = {
    "a __shfl", "a vote", "__syncwarp", "an mma", "an mma of bfloat16", "ldmatrix"};

// Lanes that wait for one another, with one mask, in one kind of collective.
struct Group {
  unsigned mask, arrived;
  Kind kind;
};

struct Warp {
  Group groups[GROUPS];
  unsigned open;
  // Where every collective so far was of all lanes, one number says it all: each lane has heard of
  // every clock up to `heard`, and is at heard + 1 itself. Otherwise clocks[t][r] is what t has
  // heard of r, and clocks[t][t] its own.
  bool uniform;
  uint32_t heard;
  uint32_t clocks[LANES][LANES];
};
Warp warps[WARPS];

void synchronise(Warp& w, unsigned mask) {
  if (w.uniform && mask == ALL) {
    w.heard++;
    return;
  }
  if (w.uniform) {
    for (unsigned t = 0; t < LANES; t++) {
      for (unsigned r = 0; r < LANES; r++) {
        w.clocks[t][r] = w.heard + (t == r);
      }
    }
    w.uniform = false;
  }
  uint32_t joined[LANES] = {};
  for (unsigned t = 0; t < LANES; t++) {
    if (mask >> t & 1) {
      for (unsigned r = 0; r < LANES; r++) {
        joined[r] = joined[r] < w.clocks[t][r] ? w.clocks[t][r] : joined[r];
      }
    }
  }
  if (mask == ALL) {
    w.uniform = true;
    w.heard = 0;
    for (uint32_t clock : joined) {
      w.heard = w.heard < clock ? clock : w.heard;
    }
    return;
  }
  for (unsigned t = 0; t < LANES; t++) {
    if (mask >> t & 1) {
      memcpy(w.clocks[t], joined, sizeof joined);
      w.clocks[t][t]++;
    }
  }
}

// Waits for the lanes of the mask. The last one to come calls `finish`, which reads what each
// brought and writes what each takes, and all go on.
template <class Finish>
uint64_t collective(Kind kind, unsigned mask, uint64_t value, Site site, Finish finish) {
  Thread& me = *run.thread;
  Warp& w = warps[me.warp];
  if ((mask >> me.lane & 1) == 0) {
    kernel_fault(LAUNCH_FAILED, "calls %s (%s:%d) with mask %s, which does not name its own lane %u",
                 NAMES[kind], base_name(site.file), site.line, hexadecimal(mask).c_str(), me.lane);
  }
  me.value = value;
  me.site = site;
  me.mask = mask;
  me.collective = NAMES[kind];
  Group* group = nullptr;
  for (unsigned i = 0; i < w.open; i++) {
    if (w.groups[i].mask == mask && w.groups[i].kind == kind) {
      group = &w.groups[i];
    }
  }
  if (!group) {
    if (w.open == GROUPS) {
      kernel_fault(LAUNCH_FAILED, "divergent: %u collectives of one warp are waiting at once", GROUPS);
    }
    group = &w.groups[w.open++];
    *group = {mask, 0, kind};
  }
  group->arrived |= 1u << me.lane;
  if (group->arrived != mask) {
    suspend(Wait::COLLECTIVE);
    return me.value;
  }
  *group = w.groups[--w.open];
  Thread* lanes = &me - me.lane;
  uint64_t brought[LANES];
  for (unsigned l = 0; l < LANES; l++) {
    if (mask >> l & 1) {
      brought[l] = lanes[l].value;
    }
  }
  synchronise(w, mask);
  for (unsigned l = 0; l < LANES; l++) {
    if (mask >> l & 1) {
      Thread& t = lanes[l];
      t.value = finish(brought, l);
      t.clock = w.uniform ? w.heard + 1 : w.clocks[l][l];
      if (&t != &me) {
        wake(t);
      }
    }
  }
  restamp();
  return me.value;
}

// A lane's parts of the three matrices of a product.
struct Fragments {
  float* c;
  const uint32_t *a, *b;
};

// What tensor cores take of a word: 8 bits of exponent, 10 of mantissa; the rest is cut off.
double tensor_float(uint32_t bits) { return __builtin_bit_cast(float, bits & 0xffffe000u); }

// Cut off, as GPUs cut off sums; they do so below the largest term, which may be more.
float cut_off(double value) {
  float rounded = (float)value;
  return fabs((double)rounded) > fabs(value) ? nextafterf(rounded, 0) : rounded;
}

// C += A B for A of 16 by COUNT and B of COUNT by 8.
template <unsigned COUNT>
void add_products(const uint64_t* lanes, const double (&a)[16][COUNT], const double (&b)[COUNT][8]) {
  run.products += COUNT / 8;
  for (unsigned l = 0; l < LANES; l++) {
    const Fragments& own = *(const Fragments*)lanes[l];
    for (unsigned i = 0; i < 4; i++) {
      unsigned row = l / 4 + i / 2 * 8, col = l % 4 * 2 + i % 2;
      double sum = own.c[i];
      for (unsigned k = 0; k < COUNT; k++) {
        sum += a[row][k] * b[k][col];
      }
      own.c[i] = cut_off(sum);
    }
  }
}

// Of TF32 numbers, as PTX spreads them over the lanes.
void multiply(const uint64_t* lanes) {
  double a[16][8], b[8][8];
  for (unsigned l = 0; l < LANES; l++) {
    const Fragments& own = *(const Fragments*)lanes[l];
    for (unsigned i = 0; i < 4; i++) {
      a[l / 4 + i % 2 * 8][l % 4 + i / 2 * 4] = tensor_float(own.a[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
      b[l % 4 + i * 4][l / 4] = tensor_float(own.b[i]);
    }
  }
  add_products(lanes, a, b);
}

// One of the two numbers of a word, the lower half first.
double bfloat16(uint32_t word, unsigned half) {
  return __builtin_bit_cast(float, half == 0 ? word << 16 : word & 0xffff0000u);
}

// Of bfloat16 numbers.
void multiply_bfloat16(const uint64_t* lanes) {
  double a[16][16], b[16][8];
  for (unsigned l = 0; l < LANES; l++) {
    const Fragments& own = *(const Fragments*)lanes[l];
    for (unsigned i = 0; i < 8; i++) {
      a[l / 4 + i / 2 % 2 * 8][l % 4 * 2 + i % 2 + i / 4 * 8] = bfloat16(own.a[i / 2], i % 2);
    }
    for (unsigned i = 0; i < 4; i++) {
      b[l % 4 * 2 + i % 2 + i / 2 * 8][l / 4] = bfloat16(own.b[i / 2], i % 2);
    }
  }
  add_products(lanes, a, b);
}

// A lane's row of one of four matrices, and what it gets of each.
struct Matrices {
  uint32_t* m;
  const uint16_t* row;
};

void spread(const uint64_t* lanes, bool transposed) {
  auto number = [&](unsigned matrix, unsigned row, unsigned col) {
    return (uint32_t)((const Matrices*)lanes[matrix * 8 + row])->row[col];
  };
  for (unsigned l = 0; l < LANES; l++) {
    for (unsigned i = 0; i < 4; i++) {
      unsigned g = l / 4, t = l % 4 * 2;
      ((const Matrices*)lanes[l])->m[i] =
          transposed ? number(i, t, g) | number(i, t + 1, g) << 16
                     : number(i, g, t) | number(i, g, t + 1) << 16;
    }
  }
}

} // namespace

bool heard_of(const Thread& me, unsigned other, uint32_t clock) {
  const Warp& w = warps[me.warp];
  return clock <= (w.uniform ? w.heard : w.clocks[me.lane][other]);
}

void reset_clocks(unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    warps[i].uniform = true;
    warps[i].heard = 0;
  }
}

void reset_collectives(unsigned count) {
  reset_clocks(count);
  for (unsigned i = 0; i < count; i++) {
    warps[i].open = 0;
  }
}

std::string hexadecimal(unsigned value) {
  char text[16];
  snprintf(text, sizeof text, "0x%08x", value);
  return text;
}

} // namespace softcuda

using namespace softcuda;

extern "C" unsigned long long softcuda_shuffle(
    int kind, unsigned mask, unsigned long long value, int argument, int width, const char* file,
    int line) {
  if (width < 1 || width > 32 || (width & (width - 1)) != 0) {
    kernel_fault(LAUNCH_FAILED, "shuffles with width %d (%s:%d), which is no power of two up to 32",
                 width, base_name(file), line);
  }
  // Each lane names its own source, so that is worked out by the lane, after the exchange.
  int lane = (int)run.thread->lane, first = lane & ~(width - 1), source = lane;
  switch (kind) {
    case 0: source = first + (argument & (width - 1)); break;
    case 1: source = lane - argument < first ? lane : lane - argument; break;
    case 2: source = lane + argument >= first + width ? lane : lane + argument; break;
    default: source = (lane ^ argument) >= first + width ? lane : lane ^ argument; break;
  }
  struct Sources { int of[32]; };
  static Sources sources[32]; // by warp: a lane sets its own before it waits
  sources[run.thread->warp].of[lane] = source;
  const int* of = sources[run.thread->warp].of;
  return collective(SHUFFLE, mask, value, {file, line}, [&](const uint64_t* brought, unsigned l) {
    // A lane that takes no part has nothing defined to give.
    return mask >> of[l] & 1 ? brought[of[l]] : ~uint64_t{0};
  });
}

extern "C" unsigned softcuda_vote(unsigned mask, bool predicate, const char* file, int line) {
  return (unsigned)collective(
      VOTE, mask, predicate, {file, line}, [&](const uint64_t* brought, unsigned) {
        uint64_t bits = 0;
        for (unsigned r = 0; r < LANES; r++) {
          bits |= (mask >> r & 1 ? brought[r] : 0) << r;
        }
        return bits;
      });
}

extern "C" void softcuda_warp_barrier(unsigned mask, const char* file, int line) {
  collective(SYNC, mask, 0, {file, line}, [](const uint64_t*, unsigned) { return uint64_t{0}; });
}

extern "C" void softcuda_product(
    float* c, const unsigned* a, const unsigned* b, const char* file, int line) {
  Fragments own = {c, a, b};
  collective(PRODUCT, ALL, (uint64_t)&own, {file, line}, [](const uint64_t* brought, unsigned l) {
    if (l == 0) {
      multiply(brought);
    }
    return uint64_t{0};
  });
}

extern "C" void softcuda_bfloat16_product(
    float* c, const unsigned* a, const unsigned* b, const char* file, int line) {
  Fragments own = {c, a, b};
  collective(
      HALF_PRODUCT, ALL, (uint64_t)&own, {file, line}, [](const uint64_t* brought, unsigned l) {
        if (l == 0) {
          multiply_bfloat16(brought);
        }
        return uint64_t{0};
      });
}

extern "C" void softcuda_load_matrices(
    unsigned* m, const void* row, bool transposed, const char* file, int line) {
  if ((uintptr_t)row - shared_space.base >= shared_space.size) {
    kernel_fault(ILLEGAL_ADDRESS, "loads a matrix (%s:%d) from memory that is not shared",
                 base_name(file), line);
  }
  check<Access::READ, 16>(row, __builtin_return_address(0));
  Matrices own = {m, (const uint16_t*)row};
  collective(
      MATRICES, ALL, (uint64_t)&own, {file, line}, [&](const uint64_t* brought, unsigned l) {
        if (l == 0) {
          spread(brought, transposed);
        }
        return uint64_t{0};
      });
}
