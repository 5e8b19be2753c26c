package org.latentfeature.report.picture;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Base64;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.latentfeature.io.AtomicFile;

/** A picture as PNG. */
public final class Png {

  private Png() {}

  /**
   * Writes a file.
   *
   * @throws org.latentfeature.data.DataException if it cannot be written
   */
  public static void write(BufferedImage image, Path file) {
    AtomicFile.write(file, out -> ImageIO.write(image, "png", out));
  }

  /** An address that holds the picture itself, for a page that fetches nothing. */
  public static String dataUri(BufferedImage image) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // Not onto the bytes themselves: ImageIO would cache them in a file and ask for a shutdown
    // hook,
    // which is refused while a program that was interrupted writes its last page.
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail to be written", e);
    }
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
