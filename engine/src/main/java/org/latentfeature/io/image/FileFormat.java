package org.latentfeature.io.image;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The format of a file of pixels, recognised by its first bytes. */
enum FileFormat {
  PNG("PNG", "\u0089PNG\r\n\u001a\n"),
  JPEG("JPEG", "\u00ff\u00d8\u00ff"),
  NPY(".npy", "\u0093NUMPY"),
  GIF("GIF", "GIF8"),
  BMP("BMP", "BM"),
  TIFF("TIFF", "II\\*\0|MM\0\\*"),
  WEBP("WebP", "RIFF.{4}WEBP"),
  HEIF("HEIF", ".{4}ftyp(hei|mif|avif)"),
  JPEG_2000("JPEG 2000", ".{4}jP  "),
  NETPBM("PBM, PGM or PPM", "P[1-6]\\s"),
  PHOTOSHOP("Photoshop", "8BPS"),
  UNKNOWN("unknown", "");

  private static final int LONGEST = 16;

  /** The format's name in messages. */
  final String label;

  private final Pattern beginning;

  /**
   * A format.
   *
   * @param beginning how its files begin, one character a byte
   */
  FileFormat(String label, String beginning) {
    this.label = label;
    this.beginning = Pattern.compile(beginning, Pattern.DOTALL);
  }

  /** The first format that {@code file} begins as. */
  static FileFormat of(byte[] file) {
    String head = new String(file, 0, Math.min(LONGEST, file.length), StandardCharsets.ISO_8859_1);
    for (FileFormat format : values()) {
      if (format.beginning.matcher(head).lookingAt()) {
        return format;
      }
    }
    return UNKNOWN;
  }
}
