package dev.graspd.server.charge;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Turns payers into numbers that can be kept on disk: equal for equal payers of one data directory,
 * and meaningless without its key. Thread-safe.
 */
public final class AddressSeal {
  public static final int KEY_BYTES = 32;

  /** The number of the operator, and of those whose address is forgotten. */
  public static final long NOBODY = 0;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  public AddressSeal(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  public long of(Payer payer) {
    if (payer.isOperator()) {
      return NOBODY;
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      long number =
          ByteBuffer.wrap(mac.doFinal(payer.text().getBytes(StandardCharsets.UTF_8))).getLong();
      return number == NOBODY ? 1 : number;
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
