package org.latentfeature.cli.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Zip files in memory. */
final class Zips {

  private Zips() {}

  static byte[] of(Map<String, byte[]> entries, boolean stored) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry next = new ZipEntry(entry.getKey());
        if (stored) {
          CRC32 crc = new CRC32();
          crc.update(entry.getValue());
          next.setMethod(ZipEntry.STORED);
          next.setSize(entry.getValue().length);
          next.setCrc(crc.getValue());
        }
        zip.putNextEntry(next);
        zip.write(entry.getValue());
      }
    }
    return bytes.toByteArray();
  }

  static Map<String, byte[]> entries(byte[] file) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file))) {
      for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
        entries.put(e.getName(), zip.readAllBytes());
      }
    }
    return entries;
  }
}
