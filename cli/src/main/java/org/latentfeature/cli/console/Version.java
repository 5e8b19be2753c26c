package org.latentfeature.cli.console;

/** The software's version, from the jar; {@code development} when run from loose classes. */
public final class Version {

  private Version() {}

  public static String software() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "lfm " + (version == null ? "development" : version);
  }
}
