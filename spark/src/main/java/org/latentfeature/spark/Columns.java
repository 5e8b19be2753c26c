package org.latentfeature.spark;

import java.util.Arrays;
import java.util.Set;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.sql.types.StructType;
import org.latentfeature.data.DataException;

/**
 * Parameters that estimators and models share. Those of a model must be made after its uid, since
 * they take it as their own.
 *
 * @param features name of the column with the entries of a row
 * @param output name of the column of codes
 * @param empty what becomes of rows without a known entry
 */
record Columns(Param<String> features, Param<String> output, Param<String> empty) {

  static final String FEATURES = "features";
  static final String OUTPUT = "codes";
  static final String ERROR = "error";
  static final String ZERO = "zero";

  private static final Set<String> WORDS = Set.of(ERROR, ZERO);

  static Columns of(Identifiable parent) {
    return new Columns(
        new Param<>(parent, "featuresCol", "column of vectors, or of arrays of numbers"),
        new Param<>(parent, "outputCol", "column of codes, vectors of K entries, to be added"),
        new Param<>(
            parent,
            "emptyRows",
            "what transform makes of rows without a known entry: error, or zero for no feature",
            new ParamCheck<>("emptyRows", WORDS::contains, "error or zero")));
  }

  /** {@code schema} with a column of vectors. */
  static StructType with(StructType schema, String output) {
    if (Arrays.asList(schema.fieldNames()).contains(output)) {
      throw new DataException(
          "there is a column %s already; drop it, or name another one".formatted(output));
    }
    return schema.add(output, SQLDataTypes.VectorType());
  }
}
