package org.latentfeature.backend.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendOver;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.BlockedBackend;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.BitVector;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.AtomSearchInRounds;
import org.latentfeature.step.CodesInParts;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.PartLayout;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;
import org.latentfeature.step.ResidualRounds;

/**
 * A provider's backend on rows in parts that look for atoms in rounds.
 *
 * @param provider of the backend
 * @param parts how many
 * @param rounds counts them
 */
public record InRounds(BackendProvider provider, int parts, AtomicLong rounds)
    implements ProviderOver {

  @Override
  public Backend open(Resources resources) {
    return new Rounding(new BlockedBackend(provider.open(resources), parts), parts, rounds);
  }

  private record Rounding(Backend backend, int parts, AtomicLong rounds) implements BackendOver {

    @Override
    public ResidentRows load(Matrix x, long first, StopSignal stop) {
      return new Parted(x, backend.load(x, first, stop), parts, rounds);
    }
  }

  /** Searches in rounds on rows of which all else is done in parts. */
  private record Parted(Matrix x, ResidentRows all, int count, AtomicLong rounds)
      implements ResidentRows {

    @Override
    public long first() {
      return all.first();
    }

    @Override
    public int rows() {
      return all.rows();
    }

    @Override
    public int cols() {
      return all.cols();
    }

    @Override
    @SuppressWarnings("unchecked") // Limits of a search open a search.
    public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
      return limits instanceof AtomSearch.Limits search
          ? (R) new AtomSearchInRounds(Local.of(x, count, search, rounds))
          : all.open(limits, stop);
    }

    @Override
    public Matrix copy(int[] rows) {
      return all.copy(rows);
    }

    @Override
    public Counters counters() {
      return all.counters();
    }

    @Override
    public void close() {
      all.close();
    }
  }

  /** Rounds over parts on this machine, each with a search of its own. */
  public static final class Local implements ResidualRounds {

    private final PartLayout layout;
    private final int cols;
    private final List<AtomSearch> searches = new ArrayList<>();
    private final AtomicLong rounds;

    private Local(PartLayout layout, int cols, AtomicLong rounds) {
      this.layout = layout;
      this.cols = cols;
      this.rounds = rounds;
    }

    /** Of {@code x} in so many parts, on the reference backend. */
    public static Local of(Matrix x, int parts, AtomSearch.Limits limits, AtomicLong rounds) {
      PartLayout layout = PartLayout.of(x.rows(), parts);
      Local local = new Local(layout, x.cols(), rounds);
      AtomSearch.Limits own =
          new AtomSearch.Limits(
              limits.columns(),
              limits.rank(),
              Math.max(limits.candidates(), limits.hyperplanes()),
              1);
      Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));
      for (int p = 0; p < layout.count(); p++) {
        Matrix some = x.view(layout.first(p), layout.rows(p));
        local.searches.add(
            backend.load(some, layout.first(p), StopSignal.NEVER).open(own, StopSignal.NEVER));
      }
      return local;
    }

    @Override
    public int rows() {
      return layout.rows();
    }

    @Override
    public int cols() {
      return cols;
    }

    @Override
    public void residual(Incidence z, Dense v) {
      for (int p = 0; p < searches.size(); p++) {
        searches.get(p).residual(CodesInParts.part(z, p), v);
      }
    }

    @Override
    public PowerStep powerStep(Dense sums) {
      rounds.incrementAndGet();
      return searches.stream()
          .map(s -> PowerStep.of(s, sums))
          .reduce(PowerStep::plus)
          .orElseThrow();
    }

    @Override
    public Near near(Dense directions, boolean withAtoms) {
      rounds.incrementAndGet();
      List<Near> near = new ArrayList<>();
      for (int p = 0; p < searches.size(); p++) {
        near.add(Near.of(searches.get(p), directions, withAtoms, p));
      }
      return near.stream().reduce(Near::plus).orElseThrow();
    }

    @Override
    public Dense sums(List<BitVector> atoms) {
      rounds.incrementAndGet();
      Dense sum = new Dense(atoms.size(), cols);
      for (int p = 0; p < searches.size(); p++) {
        sum = sum.plus(searches.get(p).sums(layout.parts(atoms, p)));
      }
      return sum;
    }

    @Override
    public void close() {
      searches.forEach(AtomSearch::close);
    }
  }
}
