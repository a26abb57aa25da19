package dev.graspd.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages stay small enough to be read, and say what belongs in them. */
class PackagesTest {
  private static final int CLASSES_MAX = 28;
  private static final String INFO = "package-info.java";

  private final SortedMap<Path, TreeSet<String>> packages = new TreeMap<>();

  PackagesTest() throws IOException {
    Path tree = Path.of("").toAbsolutePath().getParent();
    for (String module : List.of("core", "server", "testkit", "benches")) {
      try (Stream<Path> files = Files.walk(tree.resolve(module + "/src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file ->
                packages
                    .computeIfAbsent(file.getParent(), _ -> new TreeSet<>())
                    .add(file.getFileName().toString()));
      }
    }
  }

  @Test
  void packageHasFewClasses() {
    assertThat(packages).hasSizeGreaterThan(60);
    packages.forEach((directory, files) ->
        assertThat(files.size() - 1)
            .as("classes in %s: cut it by capability", directory)
            .isLessThanOrEqualTo(CLASSES_MAX));
  }

  @Test
  void packageSaysWhatBelongsInIt() throws IOException {
    for (var one : packages.entrySet()) {
      assertThat(one.getValue()).as("files in %s", one.getKey()).contains(INFO);
      String text = Files.readString(one.getKey().resolve(INFO));
      assertThat(text.strip()).as("%s/%s", one.getKey(), INFO).startsWith("/**");
    }
  }
}
