package dev.graspd.bench.load;

import dev.graspd.bench.load.World.Era;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The signed events of the load, as JSON. Signed once, then read from a file. */
public final class Corpus {
  private static final String VERSION = "1";

  private final List<byte[]> events;

  private Corpus(List<byte[]> events) {
    this.events = events;
  }

  /** Reads the corpus of this size from the directory; makes it first if it is not there. */
  public static Corpus load(Path directory, World world, int count) throws IOException {
    Path file = directory.resolve("corpus-" + VERSION + "-" + count + ".bin");
    if (!Files.exists(file)) {
      Files.createDirectories(directory);
      Path unfinished = directory.resolve(file.getFileName() + ".part");
      write(unfinished, make(world, count));
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return new Corpus(read(file));
  }

  public int size() {
    return events.size();
  }

  /** Returns event {@code n} as JSON. Shared, not copied. */
  public byte[] json(int n) {
    return events.get(n);
  }

  /** Returns the EVENT messages of a range as frames. */
  public FrameBlock frames(int from, int to) {
    FrameBlock.Builder frames = new FrameBlock.Builder();
    for (int i = from; i < to; i++) {
      frames.add("[\"EVENT\",", json(i), "]");
    }
    return frames.build();
  }

  private static List<byte[]> make(World world, int count) {
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(n -> world.signed(Era.LOAD, n).json())
        .toList();
  }

  private static void write(Path file, List<byte[]> events) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
      out.writeInt(events.size());
      for (byte[] event : events) {
        out.writeInt(event.length);
        out.write(event);
      }
    }
  }

  private static List<byte[]> read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      int count = in.readInt();
      List<byte[]> events = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        events.add(in.readNBytes(in.readInt()));
      }
      return events;
    }
  }
}
