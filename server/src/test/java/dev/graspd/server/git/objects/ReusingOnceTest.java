package dev.graspd.server.git.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.reuse.ReusingOnce;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writing a pack ends when its stream does. */
class ReusingOnceTest {
  private static final Identifier FAMILY = new Identifier("repo");

  @TempDir Path directory;

  /** A client that leaves, or a disk that is full, after so many bytes. */
  private static final class EndingStream extends OutputStream {
    private long left;

    EndingStream(long bytes) {
      left = bytes;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      left -= length;
      if (left < 0) {
        throw new IOException("nobody reads this");
      }
    }
  }

  private ObjectId publish(Layout layout) throws IOException {
    Scratch scratch = Scratch.init(directory.resolve("scratch"));
    for (int i = 0; i < 10; i++) {
      scratch.commit("file-" + i % 3, ("line " + i + "\n").repeat(20 * (i + 1)));
    }
    scratch.git("repack", "-q", "-a", "-d");
    Files.createDirectories(layout.packs(FAMILY));
    try (Stream<Path> files = Files.list(scratch.directory().resolve(".git/objects/pack"))) {
      for (Path file : files.toList()) {
        Files.copy(file, layout.packs(FAMILY).resolve(file.getFileName()));
      }
    }
    return ObjectId.fromString(scratch.git("rev-parse", "main"));
  }

  private static void write(ObjectStores.Lease lease, ObjectId tip, OutputStream out)
      throws IOException {
    ObjectReader reader = ReusingOnce.over(lease.directory().newReader());
    try (PackWriter writer = new PackWriter(new PackConfig(), reader)) {
      writer.setDeltaBaseAsOffset(true);
      writer.preparePack(NullProgressMonitor.INSTANCE, Set.of(tip), PackWriter.NONE);
      writer.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, out);
    }
  }

  @Test
  @Timeout(60)
  void writerEndsWhereverItsStreamEnds() throws IOException {
    JgitSetup.apply();
    Layout layout = new Layout(directory.resolve("data"));
    ObjectId tip = publish(layout);
    try (ObjectStores stores = TestPacks.lying(layout);
        ObjectStores.Lease lease = stores.lease(FAMILY)) {
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      write(lease, tip, whole);
      assertThat(whole.size()).isGreaterThan(1_000);
      for (int bytes = 0; bytes < whole.size(); bytes++) {
        OutputStream out = new EndingStream(bytes);
        assertThatThrownBy(() -> write(lease, tip, out))
            .as("after %s bytes", bytes)
            .isInstanceOf(IOException.class);
      }
    }
  }
}
