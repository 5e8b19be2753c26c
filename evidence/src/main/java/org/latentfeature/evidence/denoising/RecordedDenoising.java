package org.latentfeature.evidence.denoising;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.latentfeature.evidence.TabTable;

/** The results of other programs in denoising, as somebody recorded them. */
public final class RecordedDenoising {

  private static final String PUBLISHED = "denoising.tsv";

  private static final String FEATURES = "features_per_patch";

  private static final List<String> COLUMNS =
      List.of("image", "method", "sigma", "psnr", "ssim", FEATURES);

  private final String source;
  private final List<Entry> entries = new ArrayList<>();

  private RecordedDenoising(String source, TabTable table) {
    this.source = source;
    for (TabTable.Row row : table.rows()) {
      double psnr = row.numberOrNone("psnr");
      double ssim = row.numberOrNone("ssim");
      double features = row.numberOrNone(FEATURES);
      if (features < 0) {
        throw row.complaint(FEATURES, "is " + features + "; it must be at least 0");
      }
      entries.add(
          new Entry(
              row.text("image"), row.number("sigma"), row.text("method"), psnr, ssim, features));
    }
  }

  /**
   * A recorded figure.
   *
   * @param psnr in dB; NaN if none is recorded
   * @param ssim structural similarity; NaN if none is recorded
   * @param features of a patch, in the mean; NaN if none is recorded
   */
  record Entry(
      String image, double sigma, String method, double psnr, double ssim, double features) {}

  /** Table 1 of Zhang &amp; Paisley 2016. */
  public static RecordedDenoising published() {
    try (InputStream in =
        Objects.requireNonNull(RecordedDenoising.class.getResourceAsStream(PUBLISHED))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new RecordedDenoising(
          "Table 1 of Zhang & Paisley 2016",
          TabTable.of(PUBLISHED, text.lines().toList(), COLUMNS));
    } catch (IOException e) {
      throw new UncheckedIOException(PUBLISHED + " cannot be read from the jar", e);
    }
  }

  /**
   * Reads the columns image, method, sigma, psnr, ssim and features_per_patch; cells of the last
   * three may be empty.
   *
   * @throws org.latentfeature.data.DataException naming line and column of the first cell that
   *     cannot be read
   */
  public static RecordedDenoising read(Path file) throws IOException {
    return new RecordedDenoising(
        file.toString(), TabTable.read(file, COLUMNS.toArray(String[]::new)));
  }

  /** Where they come from. */
  String source() {
    return source;
  }

  /** One method's figures of an image and σ; letters' case does not count in the image's name. */
  Optional<Entry> of(String image, double sigma, String method) {
    return of(image).stream()
        .filter(entry -> entry.sigma() == sigma && entry.method().equals(method))
        .findFirst();
  }

  /** The methods recorded for an image, in the order of the table. */
  List<String> methods(String image) {
    return of(image).stream().map(Entry::method).distinct().toList();
  }

  private List<Entry> of(String image) {
    return entries.stream().filter(entry -> entry.image().equalsIgnoreCase(image)).toList();
  }
}
