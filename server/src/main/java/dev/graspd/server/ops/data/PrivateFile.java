package dev.graspd.server.ops.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;

/** A new file, for its owner alone. */
public final class PrivateFile {
  private PrivateFile() {}

  /** The file exists only with its final mode and content: a crash never leaves half a key. */
  public static void write(Path file, byte[] content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    var options = EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    try (FileChannel channel = FileChannel.open(draft, options, mode)) {
      channel.write(ByteBuffer.wrap(content));
      channel.force(true);
    }
    if (Files.exists(file)) {
      Files.delete(draft);
      throw new IOException("it exists already");
    }
    Files.move(draft, file);
    try (FileChannel parent = FileChannel.open(file.toAbsolutePath().getParent())) {
      parent.force(true);
    }
  }
}
