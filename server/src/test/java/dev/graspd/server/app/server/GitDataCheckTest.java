package dev.graspd.server.app.server;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.ops.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which starts are refused because git data is missing. */
class GitDataCheckTest {
  private static final List<PackRecord> PACKS =
      List.of(pack("one", "pack-1"), pack("two", "pack-2"));

  @TempDir Path directory;

  private static PackRecord pack(String family, String name) {
    return new PackRecord(
        new Identifier(family), name, new TreeMap<>(Map.of(ALICE.publicKey(), 100L)));
  }

  private Layout git() {
    return new Layout(directory);
  }

  @Test
  void startThatFindsNothingOfItsPacksIsRefused() {
    assertThatThrownBy(() -> GitDataCheck.requireAny(PACKS.size(), PACKS.stream(), git(), false))
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("nothing of 2 packs is in " + directory)
        .hasMessageContaining("NGIT_GIT_DATA_LOST=true");
  }

  @Test
  void operatorMaySayThatAllIsLost() {
    assertThatCode(() -> GitDataCheck.requireAny(PACKS.size(), PACKS.stream(), git(), true))
        .doesNotThrowAnyException();
  }

  @Test
  void storeWithoutPacksNeedsNone() {
    assertThatCode(() -> GitDataCheck.requireAny(0, Stream.empty(), git(), false))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {".pack", ".idx", ".idx.damaged"})
  void oneFileOfOnePackShowsThatTheDiskIsThere(String ending) throws IOException {
    Path packs = git().packs(new Identifier("two"));
    Files.createDirectories(packs);
    Files.createFile(packs.resolve("pack-2" + ending));
    assertThatCode(() -> GitDataCheck.requireAny(PACKS.size(), PACKS.stream(), git(), false))
        .doesNotThrowAnyException();
  }
}
