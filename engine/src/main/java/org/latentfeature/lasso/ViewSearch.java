package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.factor.Search;

/** Another view of X as a search: the result, if verified columns or cumulants settle it. */
record ViewSearch(LatentFeatureLasso.OtherView view) implements Search<LassoBench> {

  @Override
  public String name() {
    return view.name();
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    return view.refusal(bench.monitor().signal());
  }

  @Override
  public void run(LassoBench bench) {
    FitMonitor monitor = bench.monitor();
    monitor.time("views", () -> view.settled(monitor.ofSilentParts())).ifPresent(bench::take);
  }
}
