package org.latentfeature.cli;

import org.latentfeature.fit.FitEvent;

/** No progress shown. */
final class Silence implements Progress {

  @Override
  public void show(FitEvent event) {}

  @Override
  public void close() {}
}
