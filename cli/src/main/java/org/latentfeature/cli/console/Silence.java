package org.latentfeature.cli.console;

/** Nothing is shown. */
final class Silence implements Course.Display {

  @Override
  public void show(Standing standing, double seconds) {}

  @Override
  public boolean keepsLines() {
    return true;
  }

  @Override
  public void say(String line) {}

  @Override
  public void clear() {}
}
