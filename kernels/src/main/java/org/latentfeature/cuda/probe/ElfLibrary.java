package org.latentfeature.cuda.probe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A shared library as Linux on x86-64 keeps it, in memory: what it needs of others can be changed
 * before it is loaded.
 */
final class ElfLibrary {

  private static final int VERSIONS_NEEDED = 0x6ffffffe;
  private static final int VERSIONS_OF_SYMBOLS = 0x6fffffff;

  /** No version: the one that the library found has, whatever it is called. */
  private static final short ANY = 1;

  /** The loader does not mind if it is missing. */
  private static final short WEAK = 2;

  private final ByteBuffer bytes;

  /** Reads a library from a copy of {@code file}. */
  ElfLibrary(byte[] file) {
    bytes = ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.getInt(0) != 0x464c457f || bytes.get(4) != 2) {
      throw new IllegalArgumentException("not a 64-bit ELF library");
    }
  }

  /** A copy of the file as it is now. */
  byte[] toBytes() {
    return bytes.array().clone();
  }

  /** A section: its header, in order. */
  private record Section(int type, int offset, int size, int link, int entries) {}

  private Section section(int index) {
    int at = (int) bytes.getLong(0x28) + index * bytes.getShort(0x3a);
    return new Section(
        bytes.getInt(at + 4),
        (int) bytes.getLong(at + 0x18),
        (int) bytes.getLong(at + 0x20),
        bytes.getInt(at + 0x28),
        bytes.getInt(at + 0x2c));
  }

  private Section ofType(int type) {
    for (int i = 0; i < bytes.getShort(0x3c); i++) {
      if (section(i).type() == type) {
        return section(i);
      }
    }
    throw new IllegalArgumentException("no section of type %#x".formatted(type));
  }

  /**
   * Has it need the library {@code other} in place of {@code needed}, and of that any version of
   * the symbols it imports.
   *
   * @param other a name of the same length
   */
  void replace(String needed, String other) {
    Section versions = ofType(VERSIONS_NEEDED);
    Section names = section(versions.link());
    int at = versions.offset();
    for (int i = 0; i < versions.entries(); i++) {
      if (name(names, bytes.getInt(at + 4)).equals(needed)) {
        int version = at + bytes.getInt(at + 8);
        for (int j = 0; j < bytes.getShort(at + 2); j++) {
          bytes.putShort(version + 4, WEAK);
          forget(bytes.getShort(version + 6));
          version += bytes.getInt(version + 12);
        }
      }
      at += bytes.getInt(at + 12);
    }
    rename(names, needed, other);
  }

  /** Frees the symbols that want the version of that number from wanting any. */
  private void forget(short version) {
    Section symbols = ofType(VERSIONS_OF_SYMBOLS);
    for (int at = symbols.offset(); at < symbols.offset() + symbols.size(); at += Short.BYTES) {
      if (bytes.getShort(at) == version) {
        bytes.putShort(at, ANY);
      }
    }
  }

  private String name(Section names, int offset) {
    int from = names.offset() + offset;
    int to = from;
    while (bytes.get(to) != 0) {
      to++;
    }
    return new String(bytes.array(), from, to - from, StandardCharsets.US_ASCII);
  }

  private void rename(Section names, String from, String to) {
    byte[] old = ('\0' + from + '\0').getBytes(StandardCharsets.US_ASCII);
    byte[] fresh = ('\0' + to + '\0').getBytes(StandardCharsets.US_ASCII);
    if (fresh.length != old.length) {
      throw new IllegalArgumentException(from + " and " + to + " differ in length");
    }
    for (int at = names.offset(); at <= names.offset() + names.size() - old.length; at++) {
      if (Arrays.equals(bytes.array(), at, at + old.length, old, 0, old.length)) {
        bytes.put(at, fresh);
      }
    }
  }
}
