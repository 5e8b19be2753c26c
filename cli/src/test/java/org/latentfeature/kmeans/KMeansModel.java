package org.latentfeature.kmeans;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.latentfeature.backend.Backend;
import org.latentfeature.coding.Codes;
import org.latentfeature.data.BinaryMatrix;
import org.latentfeature.io.AtomicFile;
import org.latentfeature.io.NpyWriter;
import org.latentfeature.linalg.Dense;
import org.latentfeature.model.CodedRows;
import org.latentfeature.model.Coder;
import org.latentfeature.model.EntryRange;
import org.latentfeature.model.Manifest;
import org.latentfeature.model.Model;
import org.latentfeature.model.ModelKind;
import org.latentfeature.model.SavedArray;
import org.latentfeature.model.SavedArrays;

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
