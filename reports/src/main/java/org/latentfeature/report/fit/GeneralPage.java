package org.latentfeature.report.fit;

import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;

/** The page of a kind that brings none of its own. */
record GeneralPage<M extends Model>(ModelKind<M> kind) implements KindPage<M> {

  @Override
  public ReportedKind of(M model, PathRequest path) {
    return new ReportedAny();
  }
}
