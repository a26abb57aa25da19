package dev.graspd.bench.git.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** The pack in an answer of protocol version 2, checked against its own checksum. */
public record PackAnswer(byte[] pack) {
  private static final int CHECKSUM_BYTES = 20;
  private static final int COUNT_OFFSET = 8;

  public PackAnswer {
    if (pack.length < COUNT_OFFSET + 4 + CHECKSUM_BYTES
        || !new String(pack, 0, 4, StandardCharsets.US_ASCII).equals("PACK")) {
      throw new IllegalStateException("no pack came");
    }
    MessageDigest sha1 = sha1();
    sha1.update(pack, 0, pack.length - CHECKSUM_BYTES);
    byte[] end = Arrays.copyOfRange(pack, pack.length - CHECKSUM_BYTES, pack.length);
    if (!Arrays.equals(sha1.digest(), end)) {
      throw new IllegalStateException("the pack's checksum is wrong");
    }
  }

  public static PackAnswer read(byte[] body) {
    ByteArrayOutputStream pack = new ByteArrayOutputStream(body.length);
    boolean begun = false;
    Pkts.Line last = null;
    for (int at = 0; at < body.length; at = Pkts.after(last)) {
      last = Pkts.at(body, at);
      if (!begun) {
        begun = last.length() < 20 && last.text().equals("packfile");
      } else if (last.isData() && last.payloadBytes() > 0) {
        take(last, pack);
      }
    }
    if (last == null || last.length() != 0) {
      throw new IllegalStateException("the answer has no end: " + start(body));
    }
    return new PackAnswer(pack.toByteArray());
  }

  private static void take(Pkts.Line line, ByteArrayOutputStream pack) {
    switch (line.body()[line.payload()]) {
      case 1 -> pack.write(line.body(), line.payload() + 1, line.payloadBytes() - 1);
      case 2 -> {}
      default -> throw new IllegalStateException("the server says " + line.text());
    }
  }

  private static String start(byte[] body) {
    return new String(body, 0, Math.min(200, body.length), StandardCharsets.UTF_8);
  }

  public int objects() {
    return ByteBuffer.wrap(pack).getInt(COUNT_OFFSET);
  }

  static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-1", e);
    }
  }
}
