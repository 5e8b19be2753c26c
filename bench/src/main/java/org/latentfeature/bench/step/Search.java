package org.latentfeature.bench.step;

import org.latentfeature.backend.Backend;
import org.latentfeature.backend.CheckedSession;
import org.latentfeature.data.SyntheticProblem;
import org.latentfeature.lasso.SearchOptions;
import org.latentfeature.step.SessionLimits;

/**
 * A session in the middle of a fit, with the search options of one: half of the true columns are
 * resident, and the residual is what they leave.
 */
record Search(CheckedSession session, MidFit fit, SearchOptions options) {

  static final long SEED = 1;

  static Search open(Backend backend, SyntheticProblem problem) {
    SearchOptions options = SearchOptions.of(problem.z().cols());
    SessionLimits limits =
        SessionLimits.search(
            MidFit.halfOf(problem), options.rank(), options.candidates(), options.hyperplanes());
    CheckedSession session = CheckedSession.open(backend, problem.x(), limits);
    MidFit fit = MidFit.of(problem, session);
    session.residual(fit.v());
    return new Search(session, fit, options);
  }
}
