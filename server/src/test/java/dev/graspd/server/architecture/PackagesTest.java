package dev.graspd.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages stay small enough to be read, and say what belongs in them. */
class PackagesTest {
  private static final int CLASSES_MAX = 28;
  private static final String INFO = "package-info.java";

  /** Characters of one line of a table on a page. */
  private static final int CELL_WIDTH = 80;

  private static final int WORDS_MIN = 20;
  private static final int SENTENCES_MIN = 2;
  private static final Pattern SENTENCE_END = Pattern.compile("\\.(?= |$)");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");

  private final SortedMap<Path, TreeSet<String>> packages = new TreeMap<>();

  PackagesTest() throws IOException {
    Path tree = Path.of("").toAbsolutePath().getParent();
    for (String sources :
        List.of(
            "core/src/main",
            "server/src/main",
            "testkit/src/main",
            "simulations/src/main",
            "benches/src/main",
            "conformance/src/test",
            "system/src/test")) {
      try (Stream<Path> files = Files.walk(tree.resolve(sources + "/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file ->
                packages
                    .computeIfAbsent(file.getParent(), _ -> new TreeSet<>())
                    .add(file.getFileName().toString()));
      }
    }
  }

  /** Helpers of tests and benches are called by what their name says. */
  private static boolean saysMore(Path directory) {
    String path = directory.toString();
    return path.contains("/core/src/") || path.contains("/server/src/");
  }

  /** The comment of a package in one line. */
  private static String paragraph(String text) {
    Matcher comment = COMMENT.matcher(text);
    return comment.find() ? comment.group(1).replaceAll("\\s+\\*?\\s*", " ").strip() : "";
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
  void mapNamesEveryTopPackage() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "explanation", "packages.md"));
    for (String module : List.of("core", "server")) {
      try (Stream<Path> files =
          Files.list(Path.of("..", module, "src", "main", "java", "dev", "graspd", module))) {
        List<String> names =
            files.filter(Files::isDirectory).map(file -> "`" + file.getFileName() + "`").toList();
        assertThat(names).as("packages of %s", module).hasSizeGreaterThan(10);
        assertThat(names).allSatisfy(name -> assertThat(page).contains(name));
      }
    }
  }

  /** A page and a half: who reads it first reads all of it. */
  @Test
  void architectureIsShort() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("..", "ARCHITECTURE.md"));
    assertThat(lines).hasSizeBetween(80, 110);
    assertThat(lines.stream().filter(line -> line.startsWith("|")).flatMap(PackagesTest::cells))
        .hasSizeGreaterThan(15)
        .allSatisfy(cell -> assertThat(cell).hasSizeLessThan(2 * CELL_WIDTH));
    assertThat(lines.stream().mapToInt(String::length).sum()).isLessThan(7_000);
  }

  private static Stream<String> cells(String row) {
    return Stream.of(row.split("\\|")).map(String::strip).filter(cell -> !cell.isEmpty());
  }

  @Test
  void packageSaysWhatBelongsInIt() throws IOException {
    for (var one : packages.entrySet()) {
      assertThat(one.getValue()).as("files in %s", one.getKey()).contains(INFO);
      String text = Files.readString(one.getKey().resolve(INFO));
      assertThat(text.strip())
          .as("%s/%s has one paragraph", one.getKey(), INFO)
          .startsWith("/**")
          .doesNotContain("<p>");
      assertThat(paragraph(text).split(" ").length)
          .as("words of %s: what belongs here, what does not, who calls it", one.getKey())
          .isGreaterThanOrEqualTo(saysMore(one.getKey()) ? WORDS_MIN : 1);
      assertThat(SENTENCE_END.matcher(paragraph(text)).results().count())
          .as("sentences of %s: what belongs here, what does not, who calls it", one.getKey())
          .isGreaterThanOrEqualTo(saysMore(one.getKey()) ? SENTENCES_MIN : 1);
    }
  }
}
