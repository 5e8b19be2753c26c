package org.latentfeature.fit.scale;

import java.util.function.IntFunction;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.factor.BinaryFactorModel;
import org.latentfeature.fit.factor.FactorFit;
import org.latentfeature.fit.factor.FactorModel;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;

/**
 * An estimator of factorisations whose models are Z and W alone; subclasses define how the columns
 * of Z are found, and the memory that this takes.
 *
 * @param <O> its options
 */
public abstract class BinaryFactorEstimator<O extends FitOptions>
    extends FactorEstimator<O, BinaryFactorModel> {

  private final String name;
  private final OptionTable<O> table;
  private final IntFunction<O> defaults;
  private final ModelKind<BinaryFactorModel> kind;

  /**
   * An estimator.
   *
   * @param name of it, and of the kind of its models
   * @param table of its options
   * @param defaults the options of a fit with K features
   */
  protected BinaryFactorEstimator(String name, OptionTable<O> table, IntFunction<O> defaults) {
    this.name = name;
    this.table = table;
    this.defaults = defaults;
    kind = FactorModel.kind(name, (manifest, z, w, terms) -> new BinaryFactorModel(manifest, z, w));
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final ModelKind<BinaryFactorModel> kind() {
    return kind;
  }

  @Override
  public final OptionTable<O> table() {
    return table;
  }

  @Override
  public final O defaults(int k) {
    return defaults.apply(k);
  }

  @Override
  protected final BinaryFactorModel model(Manifest manifest, FactorFit.Result result) {
    return new BinaryFactorModel(manifest, result.factors().z(), result.factors().w());
  }

  @Override
  public final BinaryFactorModel extended(
      BinaryFactorModel sample, Manifest manifest, BinaryMatrix z, Dense w) {
    return new BinaryFactorModel(manifest, z, w);
  }
}
