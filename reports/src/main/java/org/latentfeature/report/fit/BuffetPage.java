package org.latentfeature.report.fit;

import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.ibp.IndianBuffetModel;

/** The page of a posterior, with the certainty of its features and the agreement of its chains. */
public final class BuffetPage implements KindPage<IndianBuffetModel> {

  @Override
  public ModelKind<IndianBuffetModel> kind() {
    return IndianBuffetModel.KIND;
  }

  @Override
  public ReportedKind of(IndianBuffetModel model, PathRequest path) {
    return new ReportedPosterior(model.posterior());
  }
}
