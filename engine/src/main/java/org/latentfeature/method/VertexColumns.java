package org.latentfeature.method;

import org.jspecify.annotations.Nullable;
import org.latentfeature.factor.FactorFit;
import org.latentfeature.factor.Search;
import org.latentfeature.factor.Workbench;
import org.latentfeature.fit.Spectrum;

/**
 * Searches for the vertices of the cube nearest the span of the data.
 *
 * @param options of the search
 */
record VertexColumns(VertexOptions options) implements Search {

  static final String NAME = "vertices";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable String refusal(Workbench bench) {
    FactorFit fit = bench.fit();
    if (!Spectrum.isKnown(fit.rows().rows(), fit.rows().cols())) {
      return "X is too large to compute its spectrum";
    }
    int most = Math.min(fit.rows().rows(), fit.data().noisyCols());
    return options.k() <= most
        ? null
        : "K is %d, but the rank of X is at most %d".formatted(options.k(), most);
  }

  @Override
  public void run(Workbench bench) {
    bench.offer(NAME, new VertexFit(bench.fit(), options).run(NAME).factors());
  }
}
