package org.latentfeature.base.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class ThreadTeamTest {

  private static final int PHASES = 100;

  /** Plain arrays: a barrier without its memory order would show here. */
  private static long[] chain(int size) {
    long[] cells = new long[size];
    long[] read = new long[size];
    ThreadTeam.run(
        size,
        member -> {
          int own = member.number();
          for (int phase = 0; phase < PHASES; phase++) {
            read[own] = cells[(own + 1) % size];
            member.barrier();
            cells[own] = 3 * read[own] + own + 1;
            member.barrier();
          }
        });
    return cells;
  }

  private static long[] expected(int size) {
    long[] cells = new long[size];
    for (int phase = 0; phase < PHASES; phase++) {
      long[] before = cells.clone();
      Arrays.setAll(cells, i -> 3 * before[(i + 1) % size] + i + 1);
    }
    return cells;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void membersSeeWhatOthersWroteBeforeTheBarrier(int size) {
    for (int repeat = 0; repeat < 5; repeat++) {
      assertEquals(Arrays.toString(expected(size)), Arrays.toString(chain(size)));
    }
  }

  @Test
  void teamsMayBeginWithinTeamsAndBesideThem() {
    long[][] found = new long[6][];
    ThreadTeam.run(6, member -> found[member.number()] = chain(2));
    for (long[] each : found) {
      assertEquals(Arrays.toString(expected(2)), Arrays.toString(each));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aMemberThatFailsEndsTheOthers(int failing) {
    IllegalStateException failure = new IllegalStateException("no room");
    AtomicInteger passed = new AtomicInteger();
    ThreadTeam.Work work =
        member -> {
          if (member.number() == failing) {
            throw failure;
          }
          member.barrier();
          passed.incrementAndGet();
        };
    assertSame(failure, assertThrows(IllegalStateException.class, () -> ThreadTeam.run(3, work)));
    assertEquals(0, passed.get());
    assertEquals(
        Arrays.toString(expected(3)), Arrays.toString(chain(3)), "and the next team works");
  }

  @Test
  void errorsComeThroughToo() {
    assertThrows(
        OutOfMemoryError.class,
        () ->
            Workers.share(
                2,
                8,
                StopSignal.NEVER,
                (worker, piece) -> {
                  throw new OutOfMemoryError("asked for it");
                }));
  }

  /** As a listener in a language without checked exceptions may. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void whateverIsThrownEndsTheTeam(int failing) {
    IOException thrown = new IOException("a disk");
    IllegalStateException told =
        assertThrows(
            IllegalStateException.class,
            () ->
                ThreadTeam.run(
                    2,
                    member -> {
                      if (member.number() == failing) {
                        ThreadTeamTest.<RuntimeException>sneak(thrown);
                      }
                      member.barrier();
                    }));
    assertSame(thrown, told.getCause());
  }

  @Test
  void aFailedPieceIsTheLast() {
    AtomicInteger begun = new AtomicInteger();
    assertThrows(
        IllegalStateException.class,
        () ->
            Workers.share(
                2,
                1_000_000,
                StopSignal.NEVER,
                (worker, piece) -> {
                  begun.incrementAndGet();
                  throw new IllegalStateException("no");
                }));
    assertTrue(begun.get() <= 2, begun + " pieces");
  }

  @Test
  void threadsThatWereInterruptedSleepAgain() throws InterruptedException {
    Thread[] kept = new Thread[1];
    ThreadTeam.run(2, member -> kept[0] = member.number() == 1 ? Thread.currentThread() : kept[0]);
    boolean[] flags = new boolean[1];
    kept[0].interrupt();
    Thread.sleep(20);
    ThreadTeam.run(2, member -> flags[0] |= Thread.currentThread().isInterrupted());
    assertFalse(flags[0]);
  }

  @Test
  void anInterruptedCallerStillGetsItsWork() {
    Thread.currentThread().interrupt();
    assertEquals(Arrays.toString(expected(2)), Arrays.toString(chain(2)));
    assertTrue(Thread.interrupted(), "the flag stays set");
  }

  @Test
  void threadsAreKeptForTheNextTeam() {
    for (int warm = 0; warm < 3; warm++) {
      chain(2);
    }
    int before = Thread.activeCount();
    for (int team = 0; team < 200; team++) {
      chain(2);
    }
    assertTrue(Thread.activeCount() <= before + 1, "threads: " + Thread.activeCount());
  }

  @Test
  void partsAreInOrder() {
    for (int threads : new int[] {1, 2, 5}) {
      assertEquals(
          IntStream.range(0, 100).boxed().toList(),
          Workers.parts(
                  threads,
                  100,
                  10,
                  StopSignal.NEVER,
                  (from, to) -> IntStream.range(from, to).boxed())
              .stream()
              .flatMap(s -> s)
              .toList());
    }
  }
}
