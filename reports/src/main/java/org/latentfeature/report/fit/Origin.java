package org.latentfeature.report.fit;

import org.latentfeature.backend.BackendInfo;

/**
 * The files from which a report was made, and the program that made it.
 *
 * @param command the command line that made it
 * @param software name and version of the program
 * @param seed of the path, and of the codes of new rows
 * @param backend what ran the heavy steps
 * @param modelFile the model's file
 * @param dataFile the data's file
 * @param dataHash fingerprint of the data, see {@link org.latentfeature.data.DataHash}
 */
public record Origin(
    String command,
    String software,
    long seed,
    BackendInfo backend,
    String modelFile,
    String dataFile,
    String dataHash) {}
