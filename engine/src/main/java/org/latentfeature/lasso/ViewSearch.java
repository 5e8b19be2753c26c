package org.latentfeature.lasso;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.SearchReport;
import org.latentfeature.fit.factor.Search;

/**
 * Another view of X as a search: where K columns verify in it, as none did in X as it is, it is the
 * result.
 */
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
    monitor.time("views", () -> view.settled(stopping(monitor))).ifPresent(bench::take);
  }

  /** Hears nothing of a view, whose errors are in other units, but when to stop. */
  private static FitListener stopping(FitMonitor monitor) {
    return new FitListener() {
      @Override
      public boolean onStep(FitEvent event) {
        return !monitor.stop();
      }

      @Override
      public void onSearch(SearchReport report) {
        // The view is reported as one search.
      }

      @Override
      public boolean isStopRequested() {
        return monitor.stop();
      }
    };
  }
}
