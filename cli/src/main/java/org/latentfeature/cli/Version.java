package org.latentfeature.cli;

import picocli.CommandLine.IVersionProvider;

/** The software's version, from the jar; {@code development} when run from loose classes. */
final class Version implements IVersionProvider {

  static String software() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "lfm " + (version == null ? "development" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {software()};
  }
}
