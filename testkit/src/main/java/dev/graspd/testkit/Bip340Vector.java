package dev.graspd.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * One of the published examples of BIP-340 with a message of 32 bytes.
 *
 * @param secret for the examples that show signing too
 * @param auxiliary the randomness that entered the signature, where a secret is given
 */
public record Bip340Vector(
    int index,
    Optional<byte[]> secret,
    byte[] publicKey,
    Optional<byte[]> auxiliary,
    byte[] message,
    byte[] signature,
    boolean valid,
    String comment) {
  private static final String FILE = "/bip340.csv";

  /** Returns all of them. */
  public static List<Bip340Vector> all() {
    return text().lines().skip(1).map(Bip340Vector::parse).toList();
  }

  private static Bip340Vector parse(String line) {
    String[] columns = line.split(",", 8);
    return new Bip340Vector(
        Integer.parseInt(columns[0]),
        optionalHex(columns[1]),
        hex(columns[2]),
        optionalHex(columns[3]),
        hex(columns[4]),
        hex(columns[5]),
        columns[6].equals("TRUE"),
        columns[7]);
  }

  private static Optional<byte[]> optionalHex(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(hex(text));
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static String text() {
    try (InputStream in = Bip340Vector.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "vector " + index + " " + comment;
  }
}
