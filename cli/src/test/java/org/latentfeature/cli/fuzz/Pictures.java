package org.latentfeature.cli.fuzz;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/** Small pictures, harmed as a whole or chunk by chunk with the check sum right. */
public final class Pictures {

  private static final int SIGNATURE = 8;

  private Pictures() {}

  /** A picture of {@code kind}, png or jpg. */
  public static byte[] harmed(Choice choice, String kind) throws IOException {
    byte[] file = valid(choice, kind);
    if (choice.oneIn(5)) {
      return file;
    }
    return kind.equals("png") && choice.oneIn(2) ? chunk(choice, file) : choice.harmed(file);
  }

  private static byte[] valid(Choice choice, String kind) throws IOException {
    int side = choice.between(9, 16);
    int type =
        kind.equals("jpg")
            ? choice.of(BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_INT_RGB)
            : choice.of(
                BufferedImage.TYPE_BYTE_GRAY,
                BufferedImage.TYPE_INT_RGB,
                BufferedImage.TYPE_INT_ARGB,
                BufferedImage.TYPE_BYTE_INDEXED,
                BufferedImage.TYPE_BYTE_BINARY,
                BufferedImage.TYPE_USHORT_GRAY);
    BufferedImage image = new BufferedImage(side, side + 1, type);
    for (int y = 0; y <= side; y++) {
      for (int x = 0; x < side; x++) {
        int grey = (int) Math.min(255, Math.max(0, 128 + 40 * choice.normal()));
        image.setRGB(x, y, 0xff000000 | grey << 16 | (grey / 2 + 60) << 8 | grey);
      }
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, kind, bytes);
    return bytes.toByteArray();
  }

  /** One chunk changed, lost, doubled or shortened. */
  private static byte[] chunk(Choice choice, byte[] png) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(png, 0, SIGNATURE);
    int harm = choice.below(5);
    for (int at = SIGNATURE; at < png.length; ) {
      int length = ByteBuffer.wrap(png, at, 4).getInt();
      byte[] type = Arrays.copyOfRange(png, at + 4, at + 8);
      byte[] content = Arrays.copyOfRange(png, at + 8, at + 8 + length);
      at += 12 + length;
      if (harm-- != 0) {
        put(out, type, content);
        continue;
      }
      switch (choice.below(5)) {
        case 0 -> {}
        case 1 -> {
          put(out, type, content);
          put(out, type, content);
        }
        case 2 -> put(out, type, Arrays.copyOf(content, choice.below(content.length + 1)));
        case 3 ->
            put(
                out,
                choice
                    .of("tRNS", "PLTE", "gAMA", "IDAT", "acTL")
                    .getBytes(StandardCharsets.US_ASCII),
                content);
        default -> put(out, type, extreme(choice, content));
      }
    }
    return out.toByteArray();
  }

  /** A field of four bytes, or one, at its largest or nothing. */
  private static byte[] extreme(Choice choice, byte[] content) {
    byte[] changed = content.clone();
    if (changed.length >= 4) {
      int at = choice.below(changed.length - 3);
      ByteBuffer.wrap(changed).putInt(at, choice.of(0, -1, Integer.MAX_VALUE, 1 << 20, 65_536));
    }
    return changed;
  }

  private static void put(ByteArrayOutputStream out, byte[] type, byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(type);
    crc.update(content);
    out.writeBytes(ByteBuffer.allocate(4).putInt(content.length).array());
    out.writeBytes(type);
    out.writeBytes(content);
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
  }
}
