package org.latentfeature.evidence.figures;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The request to reproduce an experiment.
 *
 * @param experiment which part of section 6
 * @param data the folder with the data sets
 * @param output the folder for the page, made if it is not there
 * @param recorded table of other methods' figures; null for none
 * @param selection which of its runs
 * @param command what the user typed, for the page
 * @param software name and version of the program
 */
public record Request(
    Experiment experiment,
    Path data,
    Path output,
    @Nullable Path recorded,
    Selection selection,
    String command,
    String software) {}
