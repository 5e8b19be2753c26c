package org.latentfeature.cli;

/**
 * A command whose code is in another jar than the command line's: a service of that jar, which
 * needs to be on the class path. The command line lists the command whether or not it is.
 */
public interface CommandProvider {

  /** The name of the command, as it is typed. */
  String name();

  /**
   * The class of the command, with an annotation of picocli and a constructor without arguments.
   */
  Class<?> command();
}
