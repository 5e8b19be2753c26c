package org.latentfeature.report.fit;

import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.spectral.SpectralModel;

/** The page of a fit by tensor eigenpairs, with the figures of each feature's eigenpair. */
public final class SpectralPage implements KindPage<SpectralModel> {

  @Override
  public ModelKind<SpectralModel> kind() {
    return SpectralModel.KIND;
  }

  @Override
  public ReportedKind of(SpectralModel model, PathRequest path) {
    return new ReportedSpectral(model.eigenpairs());
  }
}
