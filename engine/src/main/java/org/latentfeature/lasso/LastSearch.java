package org.latentfeature.lasso;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.data.Matrix;
import org.latentfeature.factor.Factors;
import org.latentfeature.factor.PreparedData;
import org.latentfeature.factor.Search;
import org.latentfeature.fit.FitMonitor;

/** Codes that are searched without regard to the lasso, refined. */
final class LastSearch implements Search<LassoBench> {

  @Override
  public String name() {
    return LassoStages.ANNEAL;
  }

  @Override
  public @Nullable String refusal(LassoBench bench) {
    if (bench.data().known() < 1) {
      return "entries of X are missing";
    }
    return bench.data().prepared().fitted().source() instanceof Matrix
        ? null
        : "X is not a dense matrix in memory";
  }

  @Override
  public void run(LassoBench bench) {
    PreparedData data = bench.data().prepared();
    FitMonitor monitor = bench.monitor();
    LassoOptions options = bench.options();
    ColumnProposals.LastRequest request =
        new ColumnProposals.LastRequest(
            data.fitted(), data.noisyCols(), options.k(), options.seed(), monitor.signal());
    Optional<BinaryMatrix> z =
        monitor.time(name(), () -> bench.plan().proposals().proposeLast(request));
    if (z.isPresent()) {
      Factors refined = monitor.time("refine", () -> bench.refinement().run(z.get()));
      bench.tell(refined);
      bench.keep(refined);
    }
  }
}
