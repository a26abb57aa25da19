package dev.graspd.server.git.depot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.server.base.FailPoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryDepotTest extends PackDepotContract {
  /** Stands for the end of the process. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  @TempDir Path temporary;

  private Path root() {
    return temporary.resolve("depot");
  }

  @Override
  PackDepot depot() {
    return new DirectoryDepot(root(), FailPoints.NONE);
  }

  @Test
  void crashBetweenTwoFilesLeavesTheFirstWhole() throws IOException {
    Path pack = Files.writeString(temporary.resolve("pack"), "whole");
    PackDepot mortal =
        new DirectoryDepot(
            root(),
            name -> {
              if (name.equals(FailPoints.PACK_LINKED)) {
                throw new Crash();
              }
            });
    assertThatThrownBy(() ->
            mortal.put(
                List.of(
                    new PackDepot.Item("a/pack-1.pack", pack),
                    new PackDepot.Item("a/pack-1.idx", pack))))
        .isInstanceOf(Crash.class);
    assertThat(depot().list("")).containsExactly("a/pack-1.pack");
    assertThat(depot().get("a/pack-1.pack")).hasContent("whole");
    depot().delete(new TreeSet<>(List.of("a/pack-1.pack", "a/pack-1.idx")));
    assertThat(root().resolve("a")).doesNotExist();
  }

  @Test
  void halfACopyIsNeitherListedNorReadAndGoesWithItsName() throws IOException {
    Path half = root().resolve("a").resolve("pack-1.pack" + PackDepot.PART);
    Files.createDirectories(root().resolve("a"));
    Files.writeString(half, "ha");
    assertThat(depot().list("")).isEmpty();
    assertThatThrownBy(() -> depot().get("a/pack-1.pack")).isInstanceOf(NoSuchFileException.class);
    depot().delete(new TreeSet<>(List.of("a/pack-1.pack")));
    assertThat(half).doesNotExist();
  }
}
