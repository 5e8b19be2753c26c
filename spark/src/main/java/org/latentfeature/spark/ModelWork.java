package org.latentfeature.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.latentfeature.backend.Backend;
import org.latentfeature.step.coding.Codes;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.KnownRowsCoder;
import org.latentfeature.fit.model.Model;
import org.latentfeature.base.progress.WorkListener;

/** Applies a model in a task: codes rows, or reconstructs them from codes. */
final class ModelWork {

  /** Which of the two. */
  @FunctionalInterface
  interface Kind extends Serializable {
    /** A vector for each row of a block. */
    Function<RowBlock, List<Vector>> of(ModelWork work);
  }

  private final Model model;
  private final Backend backend;

  /** On the running task's backend of this name. */
  ModelWork(StoredModel stored, String backend) {
    model = stored.load();
    this.backend = ExecutorBackends.ofTask(backend);
  }

  /** Codes rows of D entries. */
  Function<RowBlock, List<Vector>> codes() {
    Coder complete = model.coder(backend, 0);
    Coder known = new KnownRowsCoder(complete);
    return block -> {
      Coder coder = block.isComplete() ? complete : known;
      Codes codes = ExecutorBackends.inTurn(backend, () -> coded(coder, block));
      List<Vector> vectors = new ArrayList<>();
      for (double[] row : codes.toArray()) {
        vectors.add(Vectors.dense(row).compressed());
      }
      return vectors;
    };
  }

  private Codes coded(Coder coder, RowBlock block) {
    Rows x = block.rowsOfThread();
    return coder.code(model.fitted(x, model.units()), WorkListener.SILENT).codes();
  }

  /** Reconstructs rows from codes of K entries. */
  Function<RowBlock, List<Vector>> reconstructions() {
    return block -> {
      Matrix rows = model.reconstruct(Codes.weighted(RowBlock.dense(List.of(block))));
      double[] all = rows.toDense().values();
      List<Vector> vectors = new ArrayList<>();
      for (int from = 0; from < all.length; from += rows.cols()) {
        vectors.add(Vectors.dense(Arrays.copyOfRange(all, from, from + rows.cols())));
      }
      return vectors;
    };
  }
}
