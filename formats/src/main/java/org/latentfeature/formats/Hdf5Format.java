package org.latentfeature.formats;

import io.jhdf.HdfFile;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.latentfeature.base.progress.WorkListener;
import org.latentfeature.data.DataException;
import org.latentfeature.data.Dataset;
import org.latentfeature.data.MatrixShape;
import org.latentfeature.io.MatrixFormat;
import org.latentfeature.io.ReadOptions;

/**
 * HDF5 files, by jHDF: any two-dimensional array of numbers, sparse matrices as AnnData writes
 * them, and AnnData itself, whose names of observations and variables are those of rows and
 * columns.
 */
public final class Hdf5Format implements MatrixFormat {

  /** MATLAB's files of version 7.3, whose arrays lie column after column. */
  static final Hdf5Format OF_MATLAB = new Hdf5Format(true);

  private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

  /** Most bytes of a superblock that are looked at. */
  private static final int SUPERBLOCK = 64;

  /** The first length of a block before the signature; each further one is twice as long. */
  private static final int USER_BLOCK = 512;

  private static final int USER_BLOCKS = 8;

  /** Groups within groups that are looked into. */
  private static final int DEPTH = 8;

  /** Most nodes that are looked at for a matrix. */
  private static final int NODES = 10_000;

  private final boolean ofMatlab;

  /** Found as a service. */
  public Hdf5Format() {
    this(false);
  }

  private Hdf5Format(boolean ofMatlab) {
    this.ofMatlab = ofMatlab;
  }

  @Override
  public List<String> names() {
    return List.of("h5", "hdf5", "h5ad");
  }

  @Override
  public Set<Trait> traits() {
    return Set.of(Trait.ENTRIES, Trait.NAMED_COLUMNS);
  }

  /** Returns whether a file is of HDF5, by its first bytes or those after a user block. */
  static boolean isOne(Path path) throws IOException {
    return superblock(path).length > 0;
  }

  /** The start of what HDF5 has in a file; empty if the file is of another format. */
  private static byte[] superblock(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] start = in.readNBytes(USER_BLOCK << USER_BLOCKS);
      for (int at = 0; at <= start.length - SIGNATURE.length; at = at == 0 ? USER_BLOCK : 2 * at) {
        if (Arrays.equals(start, at, at + SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length)) {
          return Arrays.copyOfRange(start, at, Math.min(start.length, at + SUPERBLOCK));
        }
      }
      return new byte[0];
    }
  }

  /** A file that was cut is shorter than it says; what is left may look like a whole one. */
  private static void requireWhole(Path path, byte[] superblock) throws IOException {
    ByteBuffer block =
        ByteBuffer.wrap(Arrays.copyOf(superblock, SUPERBLOCK)).order(ByteOrder.LITTLE_ENDIAN);
    int version = block.get(SIGNATURE.length);
    // The sizes of addresses, and where they begin: that of the end is the third.
    int size = block.get(version < 2 ? 13 : 9);
    int addresses = version == 0 ? 24 : version == 1 ? 28 : 12;
    long end = size == Long.BYTES ? block.getLong(addresses + 2 * size) : 0;
    if (end > Files.size(path)) {
      throw new DataException(
          "%s is truncated: it has %,d bytes of %,d; write or copy it again"
              .formatted(path, Files.size(path), end));
    }
  }

  @Override
  public MatrixShape shape(Path path, ReadOptions options) throws IOException {
    try (HdfFile file = open(path)) {
      return find(file, path, options).shape();
    } catch (RuntimeException e) {
      throw refused(path, e);
    }
  }

  @Override
  public Dataset read(Path path, ReadOptions options, WorkListener listener) throws IOException {
    try (HdfFile file = open(path)) {
      if (!options.layout().dropped().isEmpty()
          && !options.layout().optional().containsAll(options.layout().dropped())) {
        throw new DataException(
            path + " has columns that cannot be left out here; write the matrix without them");
      }
      Hdf5Matrix found = find(file, path, options);
      Dataset unnamed = found.read(options);
      if (!AnnData.isOne(file) || !AnnData.isOfAll(found.name())) {
        if (!options.layout().optional().containsAll(options.layout().columns())) {
          throw new DataException(
              "%s[%s] has no columns beside it that could be ids or labels; X and layers of AnnData have"
                  .formatted(path, found.name()));
        }
        return unnamed;
      }
      AnnData names = new AnnData(file, path, unnamed.rows().rows(), unnamed.rows().cols());
      String ids = names.idsOf(options.layout());
      Map<String, List<String>> labels = new LinkedHashMap<>();
      names.labelsOf(options.layout()).forEach((name, cells) -> labels.put(name, cells));
      return new Dataset(unnamed.rows(), names.columns(), labels, ids, unnamed.notes());
    } catch (RuntimeException e) {
      throw refused(path, e);
    }
  }

  private static HdfFile open(Path path) throws IOException {
    byte[] superblock = superblock(path);
    if (superblock.length == 0) {
      throw new DataException(path + " is not an HDF5 file; write or copy it again");
    }
    requireWhole(path, superblock);
    try {
      return new HdfFile(path);
    } catch (RuntimeException e) {
      throw refused(path, e);
    }
  }

  private Hdf5Matrix find(HdfFile file, Path path, ReadOptions options) {
    Map<String, Hdf5Matrix> all = new LinkedHashMap<>();
    int[] left = {NODES};
    collect(file, "", 0, left, path, all);
    String entry = options.entry();
    if (entry == null && AnnData.isOne(file)) {
      entry = AnnData.X;
    }
    List<String> names = new ArrayList<>();
    all.forEach(
        (name, matrix) -> {
          if (options.entry() != null || matrix.isLarge()) {
            names.add(name);
          }
        });
    String name = ArrayNames.choose(names, entry, path);
    Hdf5Matrix found = all.get(name);
    if (found == null) {
      throw new IllegalStateException(name);
    }
    return found;
  }

  private void collect(
      Group group, String at, int depth, int[] left, Path path, Map<String, Hdf5Matrix> all) {
    for (Map.Entry<String, Node> child : group.getChildren().entrySet()) {
      String name = at + "/" + child.getKey();
      if (left[0]-- <= 0 || child.getKey().startsWith("#")) {
        continue;
      }
      Hdf5Matrix matrix = Hdf5Matrix.of(child.getValue(), name, path, ofMatlab);
      if (matrix != null) {
        all.put(name, matrix);
      } else if (child.getValue() instanceof Group inner && depth < DEPTH) {
        collect(inner, name, depth + 1, left, path, all);
      }
    }
  }

  /** Damaged files fail in the library in many ways. */
  private static DataException refused(Path path, RuntimeException e) {
    return e instanceof DataException known
        ? known
        : new DataException(
            "%s is not an HDF5 file that can be read, or is damaged (%s); write or copy it again"
                .formatted(path, words(e)),
            e);
  }

  /** The first line of what an error says, or its name. */
  static String words(Throwable e) {
    String message = e.getMessage();
    String first = message == null ? "" : message.lines().findFirst().orElse("");
    return first.isBlank()
        ? e.getClass().getSimpleName()
        : first.substring(0, Math.min(first.length(), 200));
  }

  /** The attribute of a node as text; null if it has none. */
  static @Nullable String text(Node node, String attribute) {
    return node.getAttribute(attribute) == null
        ? null
        : String.valueOf(node.getAttribute(attribute).getData());
  }
}
