package org.latentfeature.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.sql.SparkSession;
import org.latentfeature.data.DataException;

/** Folders that estimators and models are saved in. */
final class SavedFolders {

  private SavedFolders() {}

  /**
   * Reads the metadata of the object that is saved in a folder.
   *
   * @param wanted class of that
   * @throws DataException if it is another one, naming what loads it
   */
  static DefaultParamsReader.Metadata metadata(String path, SparkSession spark, Class<?> wanted) {
    DefaultParamsReader.Metadata found = DefaultParamsReader$.MODULE$.loadMetadata(path, spark);
    if (!found.className().equals(wanted.getName())) {
      String other = found.className().substring(found.className().lastIndexOf('.') + 1);
      throw new DataException(
          "%s holds a saved %s, not a %s; load it by %s.load"
              .formatted(path, other, wanted.getSimpleName(), other));
    }
    return found;
  }
}
