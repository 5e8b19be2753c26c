package org.latentfeature.lasso;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Incidence;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Opened;
import org.latentfeature.step.ResidentRows;

/**
 * The steps and codes of a fit, opened on its rows: the atoms of the convex fit, the codes of the
 * refinement, and the steps that work on them.
 */
final class LassoSteps implements AutoCloseable {

  /** The rows, their owner's. */
  final ResidentRows rows;

  /** The codes of a factorisation. */
  final Incidence codes;

  /** Relates codes to the rows. */
  final Factorisation factorisation;

  private final Room room;
  private final Opened opened;
  private @Nullable Incidence atoms;
  private @Nullable AtomSearch search;

  /**
   * The limits of the steps.
   *
   * @param atoms maximum atoms
   * @param codes maximum columns of a factorisation
   * @param search effort of the search, whose unit vectors have at most {@code rank} entries
   */
  record Room(int atoms, int codes, int rank, SearchOptions search) {

    /** For a fit, or a path. */
    static Room of(LassoOptions options) {
      SearchOptions search = options.search();
      return new Room(options.mostAtoms(), options.k(), search.rank(), search);
    }

    private int columns() {
      return Math.max(atoms, codes);
    }

    private AtomSearch.Limits searching() {
      return new AtomSearch.Limits(columns(), rank, search.candidates(), search.hyperplanes());
    }

    private Factorisation.Limits factorising() {
      return new Factorisation.Limits(columns());
    }

    /** All that is open at once. */
    List<Limits<?>> limits() {
      return List.of(
          new Incidence.Limits(atoms), new Incidence.Limits(codes), factorising(), searching());
    }

    /** Returns the limits of all that is open as long as no atom is searched. */
    List<Limits<?>> first() {
      return List.of(new Incidence.Limits(codes), factorising());
    }
  }

  /** Opens all but atoms and their search on {@code rows}; {@code stop} interrupts them. */
  LassoSteps(ResidentRows rows, Room room, StopSignal stop) {
    this.rows = rows;
    opened = new Opened(rows, stop);
    codes = opened.open(new Incidence.Limits(room.codes()));
    factorisation = opened.open(room.factorising());
    this.room = room;
  }

  /**
   * Opens the atoms and their search now: in a fit in which nothing comes before them, memory that
   * does not suffice is known before any work.
   */
  void openAll() {
    Incidence unusedAtoms = atoms();
    AtomSearch unusedSearch = search();
  }

  /** Returns the atoms of the convex fit, opened when needed. */
  Incidence atoms() {
    Incidence open = atoms;
    if (open == null) {
      open = opened.openBeside(new Incidence.Limits(room.atoms()));
      atoms = open;
    }
    return open;
  }

  /** Returns the search for atoms, whose residual is as large as the rows: opened when needed. */
  AtomSearch search() {
    AtomSearch open = search;
    if (open == null) {
      open = opened.openBeside(room.searching());
      search = open;
    }
    return open;
  }

  @Override
  public void close() {
    opened.close();
  }
}
