package org.latentfeature.cli.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random choices of one case; equal seeds choose the same. */
public final class Choice {

  /** Numbers and words that have broken programs. */
  private static final List<String> TOKENS =
      List.of(
          "0",
          "-0",
          "-1",
          "1",
          "2",
          "3",
          "7",
          "0.5",
          "1e-320",
          "1e308",
          "-1e308",
          "1e39",
          "1e999",
          "NaN",
          "nan",
          "inf",
          "-Infinity",
          "2147483647",
          "2147483648",
          "-2147483649",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "99999999999999999999",
          "0x10",
          "1_000",
          "1,5",
          "٣",
          "",
          " ",
          "x",
          "null",
          "true",
          "=1+1",
          "@x",
          "\u001b[31mred",
          "\u0007",
          "\u202ee",
          "\u0000",
          "\r",
          "é",
          "𝔸",
          "\"",
          "'",
          "../x",
          "a/b",
          "%s%n",
          "{}",
          "1..3",
          "3..1",
          "1,2",
          "a".repeat(300));

  private final Random random;
  private boolean refused;

  /** Choices of this seed. */
  public Choice(long seed) {
    random = new Random(seed);
  }

  /** What was made must be refused, whatever else is true of it. */
  void refuse() {
    refused = true;
  }

  /** Whether what was made must be refused. */
  public boolean isRefused() {
    return refused;
  }

  /** 0 … {@code bound} − 1. */
  public int below(int bound) {
    return random.nextInt(bound);
  }

  /** From {@code least} to {@code most}. */
  public int between(int least, int most) {
    return least + below(most - least + 1);
  }

  /** True once in {@code n} times. */
  public boolean oneIn(int n) {
    return below(n) == 0;
  }

  /** Normally distributed. */
  public double normal() {
    return random.nextGaussian();
  }

  /** One of them. */
  @SafeVarargs
  public final <T> T of(T... all) {
    return all[below(all.length)];
  }

  /** One of them. */
  public <T> T of(List<T> all) {
    return all.get(below(all.size()));
  }

  /** A word that has broken programs. */
  public String token() {
    return of(TOKENS);
  }

  /** The same bytes but for one harm: bits turned, cut, doubled, lost, extremes, or none at all. */
  public byte[] harmed(byte[] bytes) {
    if (bytes.length == 0) {
      return bytes;
    }
    int at = below(bytes.length);
    int end = Math.min(bytes.length, at + 1 + below(16));
    return switch (below(7)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> join(head(bytes, end), tail(bytes, at));
      case 2 -> join(head(bytes, at), tail(bytes, end));
      case 3 -> join(bytes, head(bytes, end));
      case 4, 5 -> {
        byte[] turned = bytes.clone();
        for (int i = at; i < end; i++) {
          turned[i] = of((byte) 0, (byte) -1, (byte) 0x7f, (byte) (turned[i] ^ 1 << below(8)));
        }
        yield turned;
      }
      default -> {
        byte[] turned = bytes.clone();
        turned[at] ^= (byte) (1 << below(8));
        yield turned;
      }
    };
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] head(byte[] bytes, int end) {
    return Arrays.copyOf(bytes, end);
  }

  private static byte[] tail(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }
}
