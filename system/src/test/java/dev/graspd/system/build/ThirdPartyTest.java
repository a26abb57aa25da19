package dev.graspd.system.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The runnable jar contains other people's work, so it contains their licences and notices. */
class ThirdPartyTest {
  private static final String LIST = "META-INF/third-party/artefacts.txt";

  /** What is bundled today; fewer would mean that the list is not read. */
  private static final int ARTEFACTS_MIN = 30;

  private static final Pattern ARTEFACT =
      Pattern.compile(
          "(?m)^\\s*([\\w.-]+):([\\w.-]+):jar:(?:([\\w-]+):)?([\\w.-]+):(?:compile|runtime)");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([\\w.-]+):([\\w.*-]+) \\| (\\S+) \\|");

  private ZipFile jar;

  @BeforeEach
  void open() throws IOException {
    jar = new ZipFile(Path.of(System.getProperty("graspd.jar")).toFile());
    assumeTrue(jar.getEntry(LIST) != null, "a jar that Maven has not packaged bundles nothing");
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  @Test
  void jarHasALicenceForEachLibraryInIt() throws IOException {
    List<MatchResult> artefacts = ARTEFACT.matcher(text(LIST)).results().toList();
    assertThat(artefacts).hasSizeGreaterThanOrEqualTo(ARTEFACTS_MIN);
    List<MatchResult> rows = ROW.matcher(text("META-INF/THIRD-PARTY.md")).results().toList();
    for (MatchResult artefact : artefacts) {
      Optional<MatchResult> row = rows.stream().filter(each -> isOf(each, artefact)).findFirst();
      assertThat(row).as("a row in THIRD-PARTY.md for %s", artefact.group()).isPresent();
      String licence = "META-INF/licenses/" + row.orElseThrow().group(3) + ".txt";
      assertThat(text(licence)).as(licence).hasSizeGreaterThan(500);
    }
    assertThat(rows)
        .as("rows of what is not bundled")
        .allMatch(row -> artefacts.stream().anyMatch(artefact -> isOf(row, artefact)));
  }

  @Test
  void jarKeepsWhatLibrariesSayThemselves() {
    assertThat(names())
        .anyMatch(name -> name.matches("META-INF/third-party/jackson-core-.*/META-INF/NOTICE"))
        .anyMatch(name -> name.matches("META-INF/third-party/commons-codec-.*/META-INF/NOTICE.txt"))
        .anyMatch(name -> name.matches("META-INF/third-party/org.eclipse.jgit-.*/about.html"));
  }

  private static boolean isOf(MatchResult row, MatchResult artefact) {
    return row.group(1).equals(artefact.group(1))
        && (row.group(2).equals("*") || row.group(2).equals(artefact.group(2)));
  }

  private List<String> names() {
    return jar.stream().map(ZipEntry::getName).toList();
  }

  private String text(String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    assertThat(entry).as(name).isNotNull();
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
