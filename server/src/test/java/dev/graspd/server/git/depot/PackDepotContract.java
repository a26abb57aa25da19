package dev.graspd.server.git.depot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every depot of packs does. */
abstract class PackDepotContract {
  private static final String PACK = "ab/abcd/pack-1.pack";
  private static final String INDEX = "ab/abcd/pack-1.idx";

  @TempDir Path local;

  /** Returns a depot over the same files as the ones before. */
  abstract PackDepot depot() throws IOException;

  private PackDepot.Item item(String name, String content) throws IOException {
    Path file = Files.createTempFile(local, "file", "");
    return new PackDepot.Item(name, Files.writeString(file, content));
  }

  private void put(String... names) throws IOException {
    List<PackDepot.Item> items = new ArrayList<>();
    for (String name : names) {
      items.add(item(name, "content of " + name));
    }
    depot().put(items);
  }

  private void delete(String... names) throws IOException {
    depot().delete(new TreeSet<>(Arrays.asList(names)));
  }

  private String content(String name) throws IOException {
    return Files.readString(depot().get(name));
  }

  @Test
  void whatWasPutIsThereForEverybody() throws IOException {
    put(PACK, INDEX);
    assertThat(content(PACK)).isEqualTo("content of " + PACK);
    assertThat(content(INDEX)).isEqualTo("content of " + INDEX);
  }

  @Test
  void localFileMayGoWhenItWasPut() throws IOException {
    PackDepot.Item item = item(PACK, "content");
    depot().put(List.of(item));
    Files.delete(item.file());
    assertThat(content(PACK)).isEqualTo("content");
  }

  @Test
  void nameThatIsTakenIsRefusedAndKeepsItsContent() throws IOException {
    put(PACK);
    PackDepot.Item other = item(PACK, "other");
    assertThatThrownBy(() -> depot().put(List.of(other)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(content(PACK)).isEqualTo("content of " + PACK);
  }

  @Test
  void missingLocalFileTakesNoName() {
    PackDepot.Item missing = new PackDepot.Item(PACK, local.resolve("missing"));
    assertThatThrownBy(() -> depot().put(List.of(missing))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> depot().get(PACK)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void whatIsNotThereCannotBeRead() {
    assertThatThrownBy(() -> depot().get(PACK)).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void deletedFilesAreGoneAndOthersStay() throws IOException {
    put(PACK, INDEX);
    delete(INDEX);
    assertThatThrownBy(() -> depot().get(INDEX)).isInstanceOf(NoSuchFileException.class);
    assertThat(content(PACK)).isEqualTo("content of " + PACK);
  }

  @Test
  void deletionOfWhatIsNotThereIsDone() throws IOException {
    delete(PACK);
    put(PACK);
    delete(PACK, INDEX);
    delete(PACK);
    assertThat(depot().list("")).isEmpty();
  }

  @Test
  void listIsSortedAndLimitedToItsPrefix() throws IOException {
    put("cd/pack-3.pack", PACK, "ab/abcd/pack-2.pack", INDEX, "ab/abce/pack-1.pack");
    assertThat(depot().list(""))
        .containsExactly(
            INDEX, PACK, "ab/abcd/pack-2.pack", "ab/abce/pack-1.pack", "cd/pack-3.pack");
    assertThat(depot().list("ab/abcd/")).containsExactly(INDEX, PACK, "ab/abcd/pack-2.pack");
    assertThat(depot().list("ab/abcd/pack-1")).containsExactly(INDEX, PACK);
    assertThat(depot().list("ab/none/")).isEmpty();
  }

  @Test
  void emptyDepotHasAnEmptyList() throws IOException {
    assertThat(depot().list("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "../a", "a/../b", "A", "a b", ".a", "a.part"})
  void otherTextsAreNoNames(String text) throws IOException {
    PackDepot.Item item = item(text, "content");
    assertThatThrownBy(() -> depot().put(List.of(item)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> depot().get(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyOneOfManyGetsAName() throws Exception {
    int many = 8;
    List<Callable<Boolean>> rivals = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      PackDepot.Item item = item(PACK, "content " + i);
      rivals.add(() -> isPut(item));
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(many)) {
      int winners = 0;
      for (Future<Boolean> one : threads.invokeAll(rivals)) {
        winners += one.get() ? 1 : 0;
      }
      assertThat(winners).isEqualTo(1);
    }
    assertThat(content(PACK)).matches("content \\d");
  }

  private boolean isPut(PackDepot.Item item) throws IOException {
    try {
      depot().put(List.of(item));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  @Test
  void deletionOfTheLastFileDoesNotDisturbTheNext() throws Exception {
    int rounds = 200;
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<?>> both = new ArrayList<>();
      for (String who : List.of("a", "b")) {
        both.add(
            threads.submit(() -> {
              for (int i = 0; i < rounds; i++) {
                String name = "ab/abcd/pack-" + who + i;
                put(name);
                assertThat(content(name)).isEqualTo("content of " + name);
                delete(name);
              }
              return null;
            }));
      }
      for (Future<?> one : both) {
        one.get();
      }
    }
    assertThat(depot().list("")).isEmpty();
  }
}
