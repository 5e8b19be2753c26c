package org.latentfeature.cli.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.factor.ColumnTerms;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.identifiability.CloseCodes;
import org.latentfeature.fit.identifiability.EqualFactorisations;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.scale.SampledFit;
import org.latentfeature.fit.sequence.OrderedRows;
import org.latentfeature.lasso.LassoOptions;

/**
 * Notes beside the result of a fit, each a line on standard error.
 *
 * @param request of the fit
 * @param model its result
 * @param x its rows
 * @param reporting where notes go
 */
record FitNotes(FitRequest<?, ?> request, Model model, Rows x, Reporting reporting) {

  /** Expected share of rows with wrong bits from which on that is told. */
  private static final double MANY = .01;

  void write() {
    view();
    equalFactorisations();
    order();
    closeCodes();
    String doubt = SampledFit.doubt(model.manifest());
    if (doubt != null) {
      reporting.note(doubt);
    }
  }

  private @Nullable LassoOptions lasso() {
    FitOptions given = request.options();
    return given instanceof LassoOptions options ? options : null;
  }

  /** A view that nobody asked for. */
  private void view() {
    LassoOptions options = lasso();
    if (options != null
        && options.view() == LassoOptions.View.AUTO
        && options.variant().isPlain()
        && request.weights().isNone()
        && model instanceof FactorModel factors
        && factors.terms() != ColumnTerms.NONE) {
      reporting.note(
          "X as it is settled no search, but another view of it did: the model is %s; --view plain fits X as it is"
              .formatted(factors.terms().view()));
    }
  }

  /** Other factorisations that fit as well, and which of them was taken. */
  private void equalFactorisations() {
    Double others = model.manifest().figures().get(EqualFactorisations.OTHERS);
    LassoOptions options = lasso();
    if (others != null && options != null) {
      reporting.note(
          "Z is not unique: with %,.0f other binary columns found in its span, other Z and W have the same product; of these the choice is --prefer %s, and lfm identifiable lists the columns"
              .formatted(others, options.prefer().word()));
    }
  }

  /** Rows that look as if they were in order of time. */
  private void order() {
    LassoOptions options = lasso();
    if (options != null
        && options.variant().isPlain()
        && !options.view().isOther()
        && x instanceof Matrix dense) {
      OrderedRows.lowRatio(dense)
          .ifPresent(
              ratio ->
                  reporting.note(
                      "rows are much like the next (von Neumann's ratio %.2f): if they are in order of time, --order rows makes use of it"
                          .formatted(ratio)));
    }
  }

  /** Codes that noise confuses, of rows that are coded each by itself. */
  private void closeCodes() {
    if (!(model instanceof FactorModel factors) || factors.isOrdered()) {
      return;
    }
    ColumnTerms terms = factors.terms();
    Double weighted = model.manifest().figures().get(ColumnTerms.NOISE);
    double noise = weighted == null ? model.manifest().rmse() : weighted;
    CloseCodes close = CloseCodes.of(factors.z(), terms.weighed(factors.w()), noise);
    if (close != null && close.wrongRows() >= MANY) {
      reporting.note(
          "noise hides codes: %s changes a row by %.3g in all, at a noise of %.3g an entry%s; about %.2g %% of the rows may have wrong bits"
              .formatted(
                  close.words(),
                  close.distance(),
                  noise,
                  terms.weights() == null ? "" : ", both of weighted columns",
                  100 * close.wrongRows()));
    }
  }
}
