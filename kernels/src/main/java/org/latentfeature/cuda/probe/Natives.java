package org.latentfeature.cuda.probe;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.latentfeature.backend.PrivateFolder;

/**
 * Loads the classes of JCuda that stand for a native library.
 *
 * <p>Their static initialisers unpack the library under a fixed name in the folder {@code
 * java.io.tmpdir} and load it from there, so that JVMs started together read each other's
 * half-written files: some fail, some crash; and so that other users could put theirs there. Here
 * each has a private folder of its own for as long as that takes.
 */
public final class Natives {

  private static final String PROPERTY = "java.io.tmpdir";
  private static final String PREFIX = "lfm-natives-";

  /**
   * Names of JCuda's own libraries; what else another thread may put there meanwhile is not ours.
   */
  private static final String OURS = "(lib)?J(Cu|Nv).*";

  private Natives() {}

  /**
   * Initialises a class of JCuda.
   *
   * @throws UnsatisfiedLinkError if its library, or one that it needs, cannot be loaded; later
   *     calls for the same class throw a {@link NoClassDefFoundError}
   * @throws IOException if there is no place to unpack it
   */
  public static synchronized void load(String className) throws IOException {
    load(className, folder -> {});
  }

  /** Puts a library where JCuda looks for it, which then does not unpack its own. */
  @FunctionalInterface
  interface Preparation {
    void in(File folder) throws IOException;
  }

  /**
   * Initialises a class of JCuda after {@code preparation} of the folder from which its library is
   * loaded.
   */
  static synchronized void load(String className, Preparation preparation) throws IOException {
    String shared = System.getProperty(PROPERTY);
    File folder = PrivateFolder.temporary(PREFIX).toFile();
    System.setProperty(PROPERTY, folder.getPath());
    try {
      preparation.in(folder);
      Class.forName(className, true, Natives.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(className + " is on the class path when this compiles", e);
    } finally {
      System.setProperty(PROPERTY, shared);
      empty(folder);
      sweep(new File(shared));
    }
  }

  /**
   * Deletes the unpacked files: a loaded library no longer needs its file, except on Windows, which
   * keeps it while it is in use.
   */
  private static void empty(File folder) {
    File[] files = folder.listFiles((parent, name) -> name.matches(OURS));
    for (File file : files == null ? new File[0] : files) {
      file.delete();
    }
    folder.delete();
  }

  /** On Windows removes what ended processes have left; what is in use cannot be deleted. */
  private static void sweep(File shared) {
    if (File.separatorChar == '/') {
      return;
    }
    long yesterday = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1);
    File[] folders =
        shared.listFiles(f -> f.getName().startsWith(PREFIX) && f.lastModified() < yesterday);
    for (File folder : folders == null ? new File[0] : folders) {
      empty(folder);
    }
  }
}
