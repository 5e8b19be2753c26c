package org.latentfeature.columns.vertex;

import org.jspecify.annotations.Nullable;
import org.latentfeature.fit.factor.FactorBench;
import org.latentfeature.fit.factor.Search;

/**
 * Searches for the vertices of the cube nearest the span of the data.
 *
 * @param options of the search
 */
public record VertexColumns(VertexOptions options) implements Search<FactorBench> {

  /** Name of the search and of its results. */
  public static final String NAME = "vertices";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public @Nullable String refusal(FactorBench bench) {
    return bench.withoutLeadingVectors(options.k());
  }

  @Override
  public void run(FactorBench bench) {
    bench.offer(NAME, new VertexFit(bench.fit(), options).run(NAME).factors());
  }
}
