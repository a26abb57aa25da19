package dev.graspd.server.git.serve.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A file without a name: a killed process leaves nothing of it. Thread-safe. */
public record NamelessFile(FileChannel channel) implements AutoCloseable {

  /** Makes an empty one in a directory, and the directory if it is missing. */
  public static NamelessFile in(Path directory) throws IOException {
    Files.createDirectories(directory);
    Path path = directory.resolve("answer-" + UUID.randomUUID());
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    Files.delete(path);
    return new NamelessFile(channel);
  }

  public void write(byte[] bytes, int offset, int length, long position) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
    long at = position;
    while (left.hasRemaining()) {
      at += channel.write(left, at);
    }
  }

  /** Fills the beginning of a buffer; all of it must have been written. */
  public void read(byte[] buffer, int count, long position) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(buffer, 0, count);
    long at = position;
    while (left.hasRemaining()) {
      int taken = channel.read(left, at);
      if (taken < 0) {
        throw new IOException("the answer is cut");
      }
      at += taken;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
