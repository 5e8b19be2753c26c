package org.latentfeature.report.page;

import j2html.TagCreator;
import j2html.tags.DomContent;

/** Names from files and arguments among the page's own words. */
public final class Isolated {

  private Isolated() {}

  /** A name that is laid out by itself, so that no direction of its own reaches its neighbours. */
  public static DomContent name(String name) {
    return TagCreator.bdi(name);
  }
}
