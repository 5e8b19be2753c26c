package org.latentfeature.evidence.denoising;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Matrix;
import org.latentfeature.io.image.Picture;
import org.latentfeature.io.image.PictureReader;
import org.latentfeature.io.image.Plane;

/** The grey images of a folder by their names, which are those of their files to the last dot. */
public final class ImageFolder {

  private static final List<String> ENDINGS = List.of(".png", ".jpg", ".jpeg", ".npy");
  private static final int HASH = 12;

  private final Map<String, Plane> planes = new LinkedHashMap<>();
  private final Map<String, String> hashes = new LinkedHashMap<>();

  private ImageFolder() {}

  /**
   * Reads images.
   *
   * @param wanted their names; all in the folder if empty
   * @throws DataException naming the file that is missing, damaged or has colours
   * @throws IOException if the device fails while reading
   */
  public static ImageFolder read(Path folder, List<String> wanted) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new DataException("there is no directory " + folder + "; name one that holds images");
    }
    Map<String, Path> files = files(folder);
    if (files.isEmpty()) {
      throw new DataException(
          folder + " holds no images; copy some into it, such as barbara.png, grey, 512 × 512");
    }
    ImageFolder images = new ImageFolder();
    for (String name : wanted.isEmpty() ? List.copyOf(files.keySet()) : wanted) {
      Path file = files.get(name);
      if (file == null) {
        throw new DataException(
            "there is no image %s; copy it there (%s), or choose by --images from %s"
                .formatted(
                    folder.resolve(name + ENDINGS.get(0)),
                    String.join(", ", ENDINGS),
                    String.join(", ", files.keySet())));
      }
      images.add(name, file);
    }
    return images;
  }

  private static Map<String, Path> files(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.list(folder)) {
      all = files.filter(Files::isRegularFile).filter(ImageFolder::isImage).sorted().toList();
    }
    Map<String, Path> byName = new TreeMap<>();
    for (Path file : all) {
      String name = name(file);
      if (name.chars().anyMatch(Character::isISOControl)) {
        throw new DataException("the name of " + file + " holds a control character; rename it");
      }
      Path other = byName.put(name, file);
      if (other != null) {
        throw new DataException(
            other + " and " + file + " are two images of one name; rename or remove one");
      }
    }
    return byName;
  }

  private static boolean isImage(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }

  private static String name(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.lastIndexOf('.'));
  }

  private void add(String name, Path file) throws IOException {
    Picture picture = PictureReader.read(file);
    if (picture.isColour()) {
      throw new DataException(
          file + " has colours; this experiment is of grey images: convert it, or leave it out");
    }
    Plane plane = picture.planes().get(0);
    float[][] rows = new float[plane.rows()][plane.cols()];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(plane.values(), i * plane.cols(), rows[i], 0, plane.cols());
    }
    planes.put(name, plane);
    hashes.put(name, Matrix.of(rows).hash().substring(0, HASH));
  }

  /** The names, in the order wanted, or of the alphabet. */
  public List<String> names() {
    return List.copyOf(planes.keySet());
  }

  /** The pixels of an image, which nobody may change. */
  public Plane plane(String name) {
    Plane plane = planes.get(name);
    if (plane == null) {
      throw new IllegalArgumentException(
          "there is no image " + name + " among " + String.join(", ", names()));
    }
    return plane;
  }

  /** A fingerprint of its pixels. */
  public String hash(String name) {
    return String.valueOf(hashes.get(name));
  }
}
