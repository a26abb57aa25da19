package dev.graspd.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Code and documentation use words that a stranger knows from git and Nostr (CONTRIBUTING.md). */
final class PlainWordsTest {
  private static final Path TOP = Path.of("..");

  /** Otherwise a fault in the scan would look like perfect words. */
  private static final int FILES_MIN = 2_000;

  /** Each with the words to use in its place. */
  private static final Map<Pattern, String> OLD =
      Map.ofEntries(
          word("anew", "again"),
          word("whoever", "those who, a client that"),
          word("in vain", "without an answer, too long"),
          word("(?:is|are) looked(?! (?:at|up|for|into|after)\\b)", "we check, it checks"),
          word("rests not", "does not pause"),
          word("no more(?! (?:than|fit)\\b)", "no longer"),
          name("Quarr(?:y|ies)", "MissingData, FetchTargets"),
          name("Haul", "FetchedObjects"),
          name("Errand", "FetchDeadline"),
          name("Conduct", "MisbehaviourCounter"),
          name("Hanging(?:Events)?", "ThreadFinder, DependentEvents"),
          name("HuntNews", "HuntNotifier"),
          name("Pack(?:Care|Keeping|Upkeep)", "Repacking"),
          name("UnsettledWrites", "FamilyLog"),
          name("LateHunt", "HuntInbox"),
          name("Clearance", "AddressVerdict"));

  private static Map.Entry<Pattern, String> word(String old, String instead) {
    return Map.entry(Pattern.compile("\\b" + old + "\\b", Pattern.CASE_INSENSITIVE), instead);
  }

  private static Map.Entry<Pattern, String> name(String old, String instead) {
    return Map.entry(Pattern.compile("\\b" + old + "\\b"), instead);
  }

  private static List<Path> files() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String directory :
        List.of(
            "core",
            "testkit",
            "simulations",
            "server",
            "conformance",
            "system",
            "benches",
            "docs",
            "ops",
            "packaging",
            "scripts")) {
      try (Stream<Path> files = Files.walk(TOP.resolve(directory))) {
        files.filter(PlainWordsTest::isOurs).forEach(found::add);
      }
    }
    for (String page : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")) {
      found.add(TOP.resolve(page));
    }
    return found;
  }

  private static boolean isOurs(Path file) {
    String path = file.toString();
    return Files.isRegularFile(file)
        && !path.contains("/target/")
        && !path.contains("/node_modules/")
        && !path.endsWith("PlainWordsTest.java")
        && (path.contains("/scripts/") || Stream.of(".java", ".md").anyMatch(path::endsWith));
  }

  private static List<String> oldIn(String text) {
    return OLD.entrySet().stream()
        .flatMap(one ->
            one.getKey()
                .matcher(text)
                .results()
                .map(found -> found.group() + ": say " + one.getValue()))
        .sorted()
        .toList();
  }

  /** Comments go on in the next line. */
  private static String joined(String text) {
    return text.replaceAll("\\n[ \\t]*(?:\\*(?!/)|//|#(?!#)|>)?[ \\t]*", " ");
  }

  @Test
  void oldWordsAndNamesAreGone() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> files = files();
    for (Path file : files) {
      oldIn(joined(Files.readString(file))).forEach(old -> found.add(file + ": " + old));
    }
    assertThat(found).isEmpty();
    assertThat(files).hasSizeGreaterThan(FILES_MIN);
  }

  @Test
  void oldWordsAreFound() {
    assertThat(oldIn(joined("/** Decides\n * anew. */"))).hasSize(1);
    assertThat(oldIn("How often is looked whether it pays")).hasSize(1);
    assertThat(oldIn("its URLs are looked up, for no more than a minute")).isEmpty();
    assertThat(oldIn("a Quarry of quarries")).hasSize(1);
  }
}
