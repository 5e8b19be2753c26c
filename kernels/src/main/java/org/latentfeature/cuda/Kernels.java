package org.latentfeature.cuda;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.driver.Kernel;
import org.latentfeature.cuda.driver.KernelModule;
import org.latentfeature.cuda.driver.OwnProducts;
import org.latentfeature.cuda.driver.Products;

/** Every kernel, found once. What each computes stands beside it in its source file. */
final class Kernels {

  final Kernel randomVectors;
  final Kernel normaliseRows;
  final Kernel stepInSequence;
  final Kernel randomNormals;
  final Kernel roundVectors;
  final Kernel sumRows;
  final Kernel sumAllRows;
  final Kernel sumResidualRows;
  final Kernel sumChunks;
  final Kernel squaredNorms;
  final Kernel squaredDoubleNorms;
  final Kernel squaredRowNorms;
  final Kernel sumPartials;
  final Kernel subtractFeatures;
  final Kernel flipRows;
  final Kernel bestFlips;
  final Kernel multiplyListed;
  final Kernel flipListed;
  final Kernel countCommon;
  final Kernel countRows;
  final Kernel hashColumns;
  final Kernel gatherColumns;
  final Kernel descendCodes;
  final Kernel descendKnown;
  final Kernel drawCodes;
  final Kernel drawKnown;
  final Kernel searchCodes;
  final Kernel factorKnown;
  final Kernel searchKnown;
  final Kernel listKnown;
  final Kernel countKnown;
  final Kernel widenColumns;
  final Kernel markMissing;
  final Kernel gatherRows;
  final Kernel codePaths;
  final Kernel packPaths;
  final Kernel weighPaths;
  final Kernel sumCrossProducts;
  final Kernel sumSecondMoments;
  final Kernel addSegments;
  final Kernel sumFigures;
  final Kernel applyContrast;
  final Kernel updateCodes;
  final Kernel sumEntropies;
  final Kernel weighRows;
  final Kernel fillCodes;
  final Kernel softenCodes;
  final Kernel readCodes;
  final Kernel chooseCodes;
  final Kernel stepRow;
  final Kernel endSweep;

  /** Matrix products, by cuBLAS if there is one. */
  final Products products;

  /** For Gram matrices in double precision, where that is slow; null where it is not. */
  final @Nullable OwnProducts twofold;

  /** Null on a GPU whose tensor cores cannot run them. */
  final @Nullable FusedKernels fused;

  /** The kernels of sums on tensor cores, or null on a GPU whose tensor cores cannot run them. */
  final @Nullable TensorKernels tensor;

  Kernels(Context context) {
    this(context, false);
  }

  /**
   * Loads the kernels.
   *
   * @param rounded whether kernels of rounded tiles are loaded too
   */
  Kernels(Context context, boolean rounded) {
    products = context.products(Kernels.class);
    twofold =
        !context.slowDoubles()
            ? null
            : products instanceof OwnProducts own ? own : context.ownProducts(Kernels.class);
    KernelModule vectors = module(context, "vectors");
    vectors.load(); // so that a driver that cannot is known when the backend is opened
    randomVectors = vectors.kernel("random_vectors");
    normaliseRows = module(context, "ascent").kernel("normalise_rows");
    stepInSequence = module(context, "sequence").kernel("step_in_sequence");
    KernelModule rounding = module(context, "rounding");
    randomNormals = rounding.kernel("random_normals");
    roundVectors = rounding.kernel("round_vectors");
    KernelModule cross = module(context, "cross");
    sumRows = cross.kernel("sum_rows");
    sumAllRows = cross.kernel("sum_all_rows");
    sumResidualRows = cross.kernel("sum_residual_rows");
    sumChunks = cross.kernel("sum_chunks");
    KernelModule norms = module(context, "norms");
    squaredNorms = norms.kernel("squared_norms");
    squaredDoubleNorms = norms.kernel("squared_double_norms");
    squaredRowNorms = norms.kernel("squared_row_norms");
    sumPartials = norms.kernel("sum_partials");
    subtractFeatures = module(context, "residual").kernel("subtract_features");
    KernelModule flips = module(context, "flips");
    flipRows = flips.kernel("flip_rows");
    bestFlips = flips.kernel("best_flips");
    KernelModule listed = module(context, "listed");
    multiplyListed = listed.kernel("multiply_listed");
    flipListed = listed.kernel("flip_listed");
    KernelModule columns = module(context, "columns");
    countCommon = columns.kernel("count_common");
    countRows = columns.kernel("count_rows");
    hashColumns = columns.kernel("hash_columns");
    gatherColumns = columns.kernel("gather_columns");
    KernelModule descent = module(context, "descent");
    descendCodes = descent.kernel("descend_codes");
    descendKnown = descent.kernel("descend_known");
    KernelModule draws = module(context, "draws");
    drawCodes = draws.kernel("draw_codes");
    drawKnown = draws.kernel("draw_known");
    KernelModule sphere = module(context, "sphere");
    searchCodes = sphere.kernel("search_codes");
    factorKnown = sphere.kernel("factor_known");
    searchKnown = sphere.kernel("search_known");
    KernelModule grams = module(context, "grams");
    listKnown = grams.kernel("list_known");
    countKnown = grams.kernel("count_known");
    widenColumns = module(context, "moments").kernel("widen_columns");
    KernelModule rows = module(context, "rows");
    markMissing = rows.kernel("mark_missing");
    gatherRows = rows.kernel("gather_rows");
    KernelModule paths = module(context, "paths");
    codePaths = paths.kernel("code_paths");
    packPaths = paths.kernel("pack_paths");
    weighPaths = module(context, "posterior").kernel("weigh_paths");
    KernelModule statistics = module(context, "statistics");
    sumCrossProducts = statistics.kernel("sum_cross_products");
    sumSecondMoments = statistics.kernel("sum_second_moments");
    addSegments = statistics.kernel("add_segments");
    sumFigures = statistics.kernel("sum_figures");
    applyContrast = module(context, "contrast").kernel("apply_contrast");
    KernelModule soft = module(context, "soft");
    updateCodes = soft.kernel("update_codes");
    sumEntropies = soft.kernel("sum_entropies");
    weighRows = module(context, "weights").kernel("weigh_rows");
    KernelModule starts = module(context, "starts");
    fillCodes = starts.kernel("fill_codes");
    softenCodes = starts.kernel("soften_codes");
    readCodes = starts.kernel("read_codes");
    chooseCodes = starts.kernel("choose_codes");
    KernelModule sweep = module(context, "sweep");
    stepRow = sweep.kernel("step_row");
    endSweep = sweep.kernel("end_sweep");
    Function<String, KernelModule> modules = name -> module(context, name);
    boolean cores = context.tensorCores();
    tensor = cores ? TensorKernels.of(modules, rounded) : null;
    fused = cores ? FusedKernels.of(modules, context.tensorFloat(), rounded) : null;
  }

  private static KernelModule module(Context context, String name) {
    return context.module(Kernels.class, name);
  }
}
