package org.latentfeature.cli.option;

import org.jspecify.annotations.Nullable;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.FitOptions;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.SampleSize;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.scale.Samplable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for fits of more data than can be read many times. */
public final class LargeDataOptions {

  @Option(
      names = "--sample",
      paramLabel = "auto|N|all",
      description =
          "Rows to fit first: auto, a number, or all. The fit is then "
              + "extended to all rows; auto takes as many as the fit needs "
              + "(default: auto if X stays in its file or, for X ≈ ZW, takes 256 "
              + "MB or more, otherwise all).")
  @Nullable String sample;

  @Mixin MemoryOption memory = new MemoryOption();

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /** The rows to fit first. */
  public SampleSize sample() {
    if (sample == null) {
      return SampleSize.USUAL;
    }
    try {
      return SampleSize.parse(sample);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--sample: " + e.getMessage(), e);
    }
  }

  /** Returns whether {@code --sample} was given, which includes {@code all}. */
  public boolean isSampleGiven() {
    return sample != null;
  }

  /** Tells that a fit of {@code x} takes a sample, where it does. */
  public <O extends FitOptions, M extends Model> void note(
      FitRequest<O, M> request, Rows x, Reporting reporting) {
    if (request.estimator() instanceof Samplable<O, M> by && by.isSampled(x, request)) {
      int rows = Math.min(x.rows(), request.sample().first(request.options().k()));
      reporting.note(
          "fits a sample of %,d of %,d rows; --sample all fits all".formatted(rows, x.rows()));
    }
  }

  /** Bytes of X that are loaded at most. */
  public long most() {
    return memory.most();
  }
}
