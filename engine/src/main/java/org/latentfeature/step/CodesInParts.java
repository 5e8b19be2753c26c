package org.latentfeature.step;

/** Codes of rows that lie in parts. */
public interface CodesInParts extends Incidence {

  /** The codes of one part. */
  Incidence part(int part);

  /** Makes them those of {@code other}, in the same parts. */
  void replace(CodesInParts other);

  /** The codes of one part of {@code codes}, which were opened on rows in parts. */
  static Incidence part(Incidence codes, int part) {
    return ((CodesInParts) codes).part(part);
  }
}
