package org.latentfeature.kmeans;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.base.linalg.Dense;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.fit.model.CodedRows;
import org.latentfeature.fit.model.Coder;
import org.latentfeature.fit.model.EntryRange;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.Model;
import org.latentfeature.fit.model.ModelKind;
import org.latentfeature.fit.model.SavedArray;
import org.latentfeature.fit.model.SavedArrays;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.step.coding.Codes;

/** Centres W, and the cluster of each row as its one feature. */
record KMeansModel(Manifest manifest, BinaryMatrix z, Dense w) implements Model {

  static final ModelKind<KMeansModel> KIND = new ModelKind<>("k-means", KMeansModel::read);

  private static KMeansModel read(Manifest manifest, SavedArrays arrays) throws IOException {
    int k = manifest.features();
    SavedArray z = arrays.array("Z.npy", manifest.rows(), k, EntryRange.BINARY);
    SavedArray w = arrays.array("W.npy", k, manifest.columns(), EntryRange.SINGLE);
    return new KMeansModel(manifest, z.binary(), w.dense());
  }

  @Override
  public Coder coder(Backend backend, long seed) {
    return (x, listener) -> {
      Lloyd lloyd = Lloyd.assigned(x, w);
      return CodedRows.binary(lloyd.z(), lloyd.rmse());
    };
  }

  @Override
  public Codes codes() {
    return Codes.binary(z);
  }

  @Override
  public long[] uses() {
    return z.columns().stream().mapToLong(column -> column.count()).toArray();
  }

  @Override
  public Map<String, AtomicFile.Content> arrays() {
    Map<String, AtomicFile.Content> arrays = new TreeMap<>();
    arrays.put("Z.npy", out -> NpyWriter.write(z, out));
    arrays.put("W.npy", out -> NpyWriter.write(w, out));
    return arrays;
  }
}
