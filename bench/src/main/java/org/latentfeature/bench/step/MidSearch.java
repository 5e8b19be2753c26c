package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.SearchOptions;
import org.latentfeature.step.AtomSearch;

/**
 * The middle of a fit, with the search options of one: half of the true columns are resident, and
 * the residual is what they leave.
 */
record MidSearch(SearchSteps steps, MidFit fit, SearchOptions options) implements AutoCloseable {

  static final long SEED = 1;

  static MidSearch open(Backend backend, SyntheticProblem problem) {
    SearchOptions options = SearchOptions.of(problem.z().cols());
    AtomSearch.Limits limits =
        new AtomSearch.Limits(
            MidFit.halfOf(problem), options.rank(), options.candidates(), options.hyperplanes());
    SearchSteps steps = new SearchSteps(backend, problem.x(), limits);
    MidSearch search = new MidSearch(steps, MidFit.of(problem, steps), options);
    search.residual();
    return search;
  }

  /** The residual of the half that was found. */
  double residual() {
    atoms().residual(steps.codes(), fit.v());
    return atoms().squaredNorm();
  }

  AtomSearch atoms() {
    return steps.search();
  }

  @Override
  public void close() {
    steps.close();
  }
}
