// Random numbers addressed by (seed, row, column), engine's CounterRandom, so that any backend can
// repeat them (SplitMix64's finaliser, Steele et al. 2014): bit for bit, but for the last bits of the
// normal ones, whose logarithm and cosine are each platform's own.
#pragma once
#include "device.cuh"

typedef unsigned long long Seed;

__device__ inline Seed random_mix(Seed x) {
  Seed z = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

// 64 random bits.
__device__ inline Seed random_bits(Seed seed, Seed row, Seed column) {
  return random_mix(
      random_mix(seed ^ (row * 0x9E3779B97F4A7C15ull)) + (column + 1) * 0xBF58476D1CE4E5B9ull);
}

// Uniform in [0, 1).
__device__ inline double random_uniform(Seed seed, Seed row, Seed column) {
  return (double)(random_bits(seed, row, column) >> 11) * (1.0 / 9007199254740992.0);
}

// Standard normal, by Box and Muller's transform.
__device__ inline double random_normal(Seed seed, Seed row, Seed column) {
  double u = 1 - random_uniform(seed, row, 2 * column);
  double v = random_uniform(seed, row, 2 * column + 1);
  return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}
