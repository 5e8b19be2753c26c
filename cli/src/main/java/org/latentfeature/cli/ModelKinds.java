package org.latentfeature.cli;

import java.util.List;
import org.latentfeature.lasso.LassoModel;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;

/** The kinds of model that there are. */
final class ModelKinds {

  /** For commands that take any. */
  static final List<ModelKind<? extends Model>> ALL = List.of(LassoModel.KIND);

  private ModelKinds() {}
}
