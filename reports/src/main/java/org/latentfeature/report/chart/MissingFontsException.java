package org.latentfeature.report.chart;

/** There is no font on this machine; charts cannot be laid out without one. */
public final class MissingFontsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MissingFontsException(Throwable cause) {
    super(
        "Java finds no font on this machine for the text of charts; install one and fontconfig"
            + " (on Debian: fontconfig, fonts-dejavu-core and libfreetype6)",
        cause);
  }
}
