package org.latentfeature.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.latentfeature.data.DataException;

/**
 * A column of which each row has the D entries of a row of X: vectors, or arrays of numbers.
 *
 * @param name of the column
 * @param isArray whether it has arrays
 */
record VectorColumn(String name, boolean isArray) {

  /**
   * The column {@code name} of rows in tables of this schema.
   *
   * @throws DataException if there is none, or it has neither vectors nor arrays of numbers
   */
  static VectorColumn of(StructType schema, String name) {
    return of(
        schema,
        name,
        "choose one of %s by setFeaturesCol".formatted(String.join(", ", schema.fieldNames())));
  }

  /**
   * Returns the column {@code name} of codes of rows in tables of this schema.
   *
   * @throws DataException if there is none, or it has neither vectors nor arrays of numbers
   */
  static VectorColumn ofCodes(StructType schema, String name) {
    return of(schema, name, "call transform first, or choose a column of codes by setOutputCol");
  }

  private static VectorColumn of(StructType schema, String name, String ifNone) {
    if (!Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new DataException("there is no column %s; %s".formatted(name, ifNone));
    }
    DataType type = schema.apply(name).dataType();
    if (type.equals(SQLDataTypes.VectorType())) {
      return new VectorColumn(name, false);
    }
    if (type instanceof ArrayType array && array.elementType() instanceof NumericType) {
      return new VectorColumn(name, true);
    }
    throw new DataException(
        "column %s is %s, expected a vector or an array of numbers; %s"
            .formatted(name, type.simpleString(), made(type)));
  }

  /** How one is made of what a column has. */
  private static String made(DataType type) {
    if (!(type instanceof ArrayType array)) {
      return "assemble columns of numbers with VectorAssembler";
    }
    return array.elementType() instanceof ArrayType
        ? "make each row one array with functions.flatten"
        : "cast it to array<double>";
  }

  /** Vectors in any case; null in an array is NaN. */
  Column vectors() {
    Column column = col("`" + name.replace("`", "``") + "`");
    if (!isArray) {
      return column;
    }
    Column numbers =
        transform(column, entry -> coalesce(entry.cast(DataTypes.DoubleType), lit(Double.NaN)));
    return when(column.isNotNull(), functions.array_to_vector(numbers));
  }
}
