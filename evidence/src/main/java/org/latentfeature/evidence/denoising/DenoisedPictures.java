package org.latentfeature.evidence.denoising;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.latentfeature.evidence.Words;
import org.latentfeature.evidence.denoising.DenoisingTrial.Setting;
import org.latentfeature.io.image.Depth;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.PictureWriter;
import org.latentfeature.io.image.Plane;

/**
 * The denoised images of an experiment as PNG files, to be looked at: {@code
 * IMAGE-SIGMA-METHOD-SEED.png}.
 *
 * @param folder with the files, which is there
 */
public record DenoisedPictures(Path folder) {

  /**
   * Writes an image, rounded and clipped.
   *
   * @throws org.latentfeature.data.DataException if it cannot be written
   */
  public void write(Setting setting, Plane denoised) {
    PictureWriter.write(Picture.grey(denoised, Depth.BITS_8), file(setting));
  }

  /**
   * Reads an image; nothing if there is no such file.
   *
   * @throws org.latentfeature.data.DataException if the file is no image
   * @throws IOException if the device fails while reading
   */
  public Optional<Plane> read(Setting setting) throws IOException {
    Path file = file(setting);
    return Files.exists(file)
        ? Optional.of(PictureReader.read(file).planes().get(0))
        : Optional.empty();
  }

  private Path file(Setting setting) {
    return folder.resolve(
        String.format(
            Locale.ROOT,
            "%s-%s-%s-%d.png",
            setting.image(),
            Words.plain(setting.sigma()),
            setting.method().word(),
            setting.seed()));
  }
}
