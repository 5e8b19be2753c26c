package org.latentfeature.io.image;

/** The depth of a value in an image file. */
public enum Depth {
  /** Whole numbers from 0 to 255. */
  BITS_8,
  /** Whole numbers from 0 to 65535, of which 257 make one 8-bit grey level. */
  BITS_16,
  /** Any number, as it is. */
  FLOAT
}
