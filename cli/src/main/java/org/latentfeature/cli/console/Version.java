package org.latentfeature.cli.console;

import picocli.CommandLine.IVersionProvider;

/** The software's version, from the jar; {@code development} when run from loose classes. */
public final class Version implements IVersionProvider {

  public static String software() {
    String version = Version.class.getPackage().getImplementationVersion();
    return "lfm " + (version == null ? "development" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {software()};
  }
}
