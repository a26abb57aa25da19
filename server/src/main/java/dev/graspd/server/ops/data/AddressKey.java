package dev.graspd.server.ops.data;

import dev.graspd.server.charge.AddressSeal;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * The key that hashes client addresses for the store, in a file of the relay data directory. The
 * first start makes it. Without it the hashes reveal nothing about addresses; a backup omits it,
 * because they are used for a day only.
 */
public final class AddressKey {
  /** The key file, in the relay data directory. */
  public static final String FILE = "address.key";

  private AddressKey() {}

  /** Reads the key of a data directory, and makes one if there is none. */
  public static AddressSeal open(Path relay, SecureRandom random) throws StartRefused {
    Path file = relay.resolve(FILE);
    try {
      byte[] key = Files.exists(file) ? Files.readAllBytes(file) : make(file, random);
      if (key.length != AddressSeal.KEY_BYTES) {
        throw new StartRefused(
            "the key file %s has %d bytes, not %d: remove it, and the next start makes a new one"
                .formatted(file, key.length, AddressSeal.KEY_BYTES));
      }
      return new AddressSeal(key);
    } catch (IOException e) {
      throw new StartRefused("the key file " + file + " cannot be used: " + FileTrouble.text(e), e);
    }
  }

  private static byte[] make(Path file, SecureRandom random) throws IOException {
    byte[] key = new byte[AddressSeal.KEY_BYTES];
    random.nextBytes(key);
    PrivateFile.write(file, key);
    return key;
  }
}
