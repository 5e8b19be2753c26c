package org.latentfeature.base.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Threads that work on one thing in step, with barriers between its phases. The caller is one of
 * them. The others are daemon threads of the process, kept between teams, soon asleep. A team never
 * waits for a free thread, so that all of its members run, and teams may be begun within teams.
 */
public final class ThreadTeam {

  /** Threads without work, those that had some last first. */
  private static final ConcurrentLinkedDeque<Idle> FREE = new ConcurrentLinkedDeque<>();

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final AtomicLong arrived = new AtomicLong();
  private final AtomicInteger working = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final int size;

  private ThreadTeam(int size) {
    this.size = size;
  }

  /** The work of each member. */
  @FunctionalInterface
  public interface Work {
    /** The work of {@code member}, at the same time as that of all others. */
    void run(Member member);
  }

  /** One of the threads of a team, for use by that thread. */
  public static final class Member {

    private final ThreadTeam team;
    private final int number;
    private long phases;

    private Member(ThreadTeam team, int number) {
      this.team = team;
      this.number = number;
    }

    /** From 0 on; the caller's thread is 0. */
    public int number() {
      return number;
    }

    /**
     * Waits until all members have come here. What any of them wrote before is then seen by all. If
     * a member has failed, ends the work of this one.
     */
    public void barrier() {
      if (team.size == 1) {
        return;
      }
      phases += team.size;
      team.arrived.incrementAndGet();
      for (int turn = 0; team.arrived.get() < phases; turn++) {
        if (team.failure.get() != null) {
          throw new EndedByAnother();
        }
        Patience.wait(turn);
      }
    }
  }

  /**
   * Runs {@code work} on {@code size} threads at once, and returns when all are done.
   *
   * @throws RuntimeException or Error what the first member to fail has thrown
   */
  public static void run(int size, Work work) {
    new ThreadTeam(size).run(work, false);
  }

  /**
   * Runs {@code work}, which takes pieces until there are none left, on up to {@code size} threads:
   * on a busy machine, those that have not begun when the caller is done need not begin. Without
   * barriers.
   */
  static void runPieces(int size, Work work) {
    new ThreadTeam(size).run(work, true);
  }

  private void run(Work work, boolean mayBeFewer) {
    List<Idle.Job> given = new ArrayList<>(size);
    try {
      while (given.size() < size - 1) {
        given.add(Idle.free().give(this, work, given.size() + 1));
      }
    } catch (Throwable e) {
      // A thread that cannot be started: those that have begun must have ended before anyone
      // leaves.
      if (!mayBeFewer) {
        failure.compareAndSet(null, e);
      }
    }
    if (mayBeFewer || given.size() == size - 1) {
      work(work, 0);
    }
    if (mayBeFewer) {
      given.forEach(Idle.Job::takeBack);
    }
    for (int turn = 0; working.get() > 0; turn++) {
      Patience.wait(turn);
    }
    Throwable thrown = failure.get();
    if (thrown instanceof Error failed) {
      throw failed;
    }
    if (thrown != null) {
      throw thrown instanceof RuntimeException failed ? failed : new IllegalStateException(thrown);
    }
  }

  private void work(Work work, int number) {
    try {
      work.run(new Member(this, number));
    } catch (EndedByAnother e) {
      // The failure is known already.
    } catch (Throwable e) {
      // Also what a listener of another language throws: a thread that ended here would be waited
      // for.
      failure.compareAndSet(null, e);
    }
  }

  /** Tells a member that waits for one that has failed. */
  private static final class EndedByAnother extends RuntimeException {
    private static final long serialVersionUID = 1;

    EndedByAnother() {
      super(null, null, false, false);
    }
  }

  /** How to wait for another thread: awake, since it is near, and then asleep. */
  private static final class Patience {

    /** About 50 microseconds. */
    private static final int AWAKE = 2000;

    /** Nanoseconds; on a busy machine the other gets the processor. */
    private static final long NAP = 20_000;

    static void wait(int turn) {
      if (turn < AWAKE) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(NAP);
      }
    }
  }

  /** A thread that waits for work. */
  private static final class Idle implements Runnable {

    private record Job(Idle thread, ThreadTeam team, Work work, int number) {

      void takeBack() {
        if (thread.job.compareAndSet(this, null)) {
          thread.done(team);
        }
      }
    }

    private final AtomicReference<@Nullable Job> job = new AtomicReference<>();
    private final Thread thread =
        new Thread(null, this, "lfm-" + NUMBERS.incrementAndGet(), 0, false);
    private volatile boolean asleep;

    Idle() {
      thread.setDaemon(true);
      // That of whoever comes first would be kept for ever, as would thread-locals.
      thread.setContextClassLoader(ThreadTeam.class.getClassLoader());
      thread.start();
    }

    static Idle free() {
      Idle free = FREE.pollFirst();
      return free == null ? new Idle() : free;
    }

    Job give(ThreadTeam team, Work work, int number) {
      Job given = new Job(this, team, work, number);
      team.working.incrementAndGet();
      job.set(given);
      if (asleep) {
        LockSupport.unpark(thread);
      }
      return given;
    }

    private void done(ThreadTeam team) {
      try {
        FREE.addFirst(this);
      } finally {
        team.working.decrementAndGet();
      }
    }

    @Override
    public void run() {
      while (true) {
        Job mine = next();
        mine.team.work(mine.work, mine.number);
        done(mine.team);
      }
    }

    /** Awake for a little while, since much work comes soon after other work, and then asleep. */
    private Job next() {
      for (int turn = 0; ; turn++) {
        Job given = job.get() == null ? null : job.getAndSet(null);
        if (given != null) {
          return given;
        }
        if (turn < Patience.AWAKE) {
          Thread.onSpinWait();
          continue;
        }
        asleep = true;
        if (job.get() == null) {
          LockSupport.park(this);
        }
        asleep = false;
        // Meant for whoever had the thread last, if for anyone; it would not sleep again.
        boolean ignored = Thread.interrupted();
      }
    }
  }
}
