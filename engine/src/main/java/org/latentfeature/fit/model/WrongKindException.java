package org.latentfeature.fit.model;

import java.nio.file.Path;
import java.util.List;
import org.latentfeature.data.DataException;

/** A model is valid, but not of a kind that the caller accepts. */
public final class WrongKindException extends DataException {

  private static final long serialVersionUID = 1L;

  private final String file;
  private final String kind;

  /**
   * Names the model's kind and the accepted ones.
   *
   * @param file that was read
   * @param kind of the model in it
   * @param wanted accepted kinds
   */
  public WrongKindException(Path file, String kind, List<String> wanted) {
    super(
        "%s is a model of kind %s; a model of kind %s is needed"
            .formatted(file, kind, String.join(" or ", wanted)));
    this.file = file.toString();
    this.kind = kind;
  }

  /** The model's file. */
  public String file() {
    return file;
  }

  /** The kind of the model, {@link Manifest#kind}. */
  public String kind() {
    return kind;
  }
}
