package org.latentfeature.report.fit;

import org.latentfeature.method.IndianBuffetModel;
import org.latentfeature.model.ModelKind;

/** Of a posterior, how sure its features are and whether its chains agree. */
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
