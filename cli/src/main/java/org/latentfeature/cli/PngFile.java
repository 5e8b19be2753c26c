package org.latentfeature.cli;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.latentfeature.data.AtomicFile;

/** A picture as a PNG file. */
final class PngFile {

  private PngFile() {}

  static void write(BufferedImage image, Path file) {
    AtomicFile.write(file, out -> ImageIO.write(image, "png", out));
  }
}
