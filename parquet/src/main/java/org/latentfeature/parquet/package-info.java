/** A plug-in that reads Parquet and JSON files from this machine, by DuckDB. */
@NullMarked
package org.latentfeature.parquet;

import org.jspecify.annotations.NullMarked;
