package org.latentfeature.formats;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.latentfeature.io.Compression;

/** Files of bzip2, by Apache Commons Compress. */
public final class Bzip2 implements Compression {

  /** Found as a service. */
  public Bzip2() {}

  @Override
  public List<String> suffixes() {
    return List.of("bz2");
  }

  @Override
  public InputStream expand(InputStream bytes) throws IOException {
    return new BZip2CompressorInputStream(bytes, true);
  }
}
