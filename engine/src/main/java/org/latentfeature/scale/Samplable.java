package org.latentfeature.scale;

import org.latentfeature.estimator.Estimator;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.model.Model;

/** An estimator that large data need only a sample for. */
public interface Samplable<O extends FitOptions, M extends Model> extends Estimator<O, M> {

  /** Returns this estimator with fits by a sample of this size. */
  BySample<O, M> bySample(SampleSize size);
}
