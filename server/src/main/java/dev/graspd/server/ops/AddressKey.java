package dev.graspd.server.ops;

import dev.graspd.server.charge.AddressSeal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;

/**
 * The key under which addresses are kept on disk, in a file of the relay data directory. The first
 * start makes it. Without it the numbers in the store say nothing about addresses; a backup leaves
 * it out, because they count for a day only.
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

  /** The file exists only with its final mode and content: a crash never leaves half a key. */
  private static byte[] make(Path file, SecureRandom random) throws IOException {
    byte[] key = new byte[AddressSeal.KEY_BYTES];
    random.nextBytes(key);
    Path draft = file.resolveSibling(FILE + ".new");
    Files.deleteIfExists(draft);
    var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (FileChannel channel = FileChannel.open(draft, options, mode)) {
      channel.write(ByteBuffer.wrap(key));
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel parent = FileChannel.open(file.toAbsolutePath().getParent())) {
      parent.force(true);
    }
    return key;
  }
}
