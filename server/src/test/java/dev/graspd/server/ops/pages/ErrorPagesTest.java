package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrorPagesTest {
  private static final Path DIRECTORY = Path.of("..", "docs", "errors");

  @Test
  void everyRefusalHasItsPageAndNoPageIsStale() throws IOException {
    if (Boolean.getBoolean("graspd.writePages")) {
      writePages();
    }
    assertThat(pagesOnDisk())
        .as("stale: run mvn -pl server -am test -Dtest=ErrorPagesTest -Dgraspd.writePages=true")
        .isEqualTo(ErrorPages.markdown());
  }

  private static SortedMap<String, String> pagesOnDisk() throws IOException {
    SortedMap<String, String> pages = new TreeMap<>();
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      for (Path file : files.toList()) {
        pages.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return pages;
  }

  private static void writePages() throws IOException {
    for (var page : ErrorPages.markdown().entrySet()) {
      Files.writeString(DIRECTORY.resolve(page.getKey()), page.getValue());
    }
  }
}
