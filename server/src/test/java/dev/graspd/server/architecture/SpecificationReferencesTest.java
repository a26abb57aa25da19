package dev.graspd.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every reference to the specification leads to a section or an id that exists. References have one
 * spelling, so that a search for {@code sync.md, section 6} finds all of them.
 */
final class SpecificationReferencesTest {
  private static final Path TOP = Path.of("..");
  private static final Path SPEC = TOP.resolve(Path.of("docs", "spec"));

  /** Otherwise a fault in the scan would look like perfect references. */
  private static final int REFERENCES_MIN = 100;

  private static final int IDS_MIN = 150;

  private static final String PAGES =
      "(grasp|sync|purgatory|relay|clients|configuration|threats|operations|web)";
  private static final String NUMBER = "\\d+(?:\\.\\d+)?";
  private static final Pattern SECTIONS =
      Pattern.compile(
          "\\b([\\w-]+)\\.md, sections? (%s(?:(?:, | and | to )%s)*)".formatted(NUMBER, NUMBER));
  private static final Pattern OTHER_SPELLING =
      Pattern.compile(
          "\\b%s\\.md[\\])]?(?:[^\\])]{0,90}\\.md\\))?,? (?:§|\"|chapter|\\d|section(?! is))"
              .formatted(PAGES));
  private static final Pattern OWN_SECTION =
      Pattern.compile("(?<!\\.md, )\\bsections? (%s)".formatted(NUMBER));
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ (%s)\\.? ".formatted(NUMBER));
  private static final String IDS = "(?:G0\\d|N01|N50|A|C|M|O|W|WH)-\\d{1,3}a?|P[1-9]";
  private static final Pattern ID = Pattern.compile("(?<![\\w-])(%s)(?![\\w-])".formatted(IDS));
  private static final Pattern DEFINED = Pattern.compile("(?m)^\\| (%s) \\|".formatted(IDS));
  private static final Pattern DEFINED_INSIDE = Pattern.compile("\\| (G01-\\d+): ");

  /** What the specification defines: its sections by page, and its ids. */
  private record Specification(SortedMap<String, List<String>> sections, List<String> ids) {
    static Specification read() throws IOException {
      SortedMap<String, List<String>> sections = new TreeMap<>();
      List<String> ids = new ArrayList<>();
      for (Path file : files(SPEC, ".md")) {
        String text = Files.readString(file);
        String page = file.getFileName().toString().replace(".md", "");
        sections.put(page, all(HEADING, text));
        ids.addAll(all(DEFINED, text));
        ids.addAll(all(DEFINED_INSIDE, text));
      }
      return new Specification(sections, ids);
    }

    boolean has(String page, String section) {
      return sections.getOrDefault(page, List.of()).contains(section);
    }
  }

  private static List<Path> files(Path directory, String... endings) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** All that may refer to the specification, with comments joined to one line. */
  private static SortedMap<String, String> texts() throws IOException {
    List<Path> found = new ArrayList<>();
    for (String module :
        List.of("core", "testkit", "simulations", "server", "conformance", "system", "benches")) {
      found.addAll(files(TOP.resolve(module).resolve("src"), ".java", ".txt", ".md"));
    }
    found.addAll(files(TOP.resolve("docs"), ".md"));
    found.addAll(files(TOP.resolve("ops"), ".md", ".yml"));
    found.addAll(files(TOP.resolve("scripts"), ""));
    for (String file :
        List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "check", "bench")) {
      found.add(TOP.resolve(file));
    }
    SortedMap<String, String> texts = new TreeMap<>();
    for (Path file : found) {
      texts.put(TOP.relativize(file).toString(), joined(Files.readString(file)));
    }
    return texts;
  }

  private static String joined(String text) {
    return text.replaceAll("\\n[ \\t]*(?:\\*(?!/)|//|#(?!#)|>)?[ \\t]*", " ");
  }

  /** Returns what is wrong with the references in a text. */
  private static List<String> wrong(String text, Specification specification) {
    List<String> wrong = new ArrayList<>();
    Matcher references = SECTIONS.matcher(text);
    while (references.find()) {
      for (String section : references.group(2).split(", | and | to ", -1)) {
        if (!specification.has(references.group(1), section)) {
          wrong.add(references.group(1) + ".md has no section " + section);
        }
      }
    }
    OTHER_SPELLING
        .matcher(text)
        .results()
        .filter(match -> !SECTIONS.matcher(text).region(match.start(), text.length()).lookingAt())
        .forEach(match -> wrong.add("another spelling: " + match.group()));
    all(ID, text).stream()
        .filter(id -> !specification.ids().contains(id))
        .forEach(id -> wrong.add("no such id: " + id));
    return wrong;
  }

  @Test
  void everyReferenceLeadsSomewhere() throws IOException {
    Specification specification = Specification.read();
    SortedMap<String, List<String>> wrong = new TreeMap<>();
    long seen = 0;
    for (Map.Entry<String, String> one : texts().entrySet()) {
      List<String> found = wrong(one.getValue(), specification);
      if (!found.isEmpty()) {
        wrong.put(one.getKey(), found);
      }
      seen += SECTIONS.matcher(one.getValue()).results().count();
    }
    assertThat(wrong).isEmpty();
    assertThat(seen).isGreaterThanOrEqualTo(REFERENCES_MIN);
  }

  @Test
  void everySectionThatAPageNamesOfItselfExists() throws IOException {
    Specification specification = Specification.read();
    List<String> wrong = new ArrayList<>();
    for (Path file : files(SPEC, ".md")) {
      String page = file.getFileName().toString().replace(".md", "");
      all(OWN_SECTION, joined(Files.readString(file))).stream()
          .filter(section -> !page.equals("README") && !specification.has(page, section))
          .forEach(section -> wrong.add(page + ".md has no section " + section));
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void referencesThatLeadNowhereAreFound() throws IOException {
    Specification specification = Specification.read();
    assertThat(wrong("(grasp.md" + ", section 99)", specification)).hasSize(1);
    assertThat(wrong("(sync.md" + ", sections 6.1 and 6.9)", specification)).hasSize(1);
    assertThat(wrong(joined("(sync.md" + ",\n   * section 77)"), specification)).hasSize(1);
    assertThat(wrong("(absent.md" + ", section 1)", specification)).hasSize(1);
    assertThat(wrong("(purgatory.md" + ", 3)", specification)).hasSize(1);
    assertThat(wrong("(threats.md" + " section 3)", specification)).hasSize(1);
    assertThat(wrong("(clients.md" + ", \"Saying no\")", specification)).hasSize(1);
    assertThat(wrong("(grasp.md, G01" + "-99)", specification)).hasSize(1);
    assertThat(wrong("(operations.md, O" + "-99)", specification)).hasSize(1);
    assertThat(wrong("(web.md" + ", chapter 3)", specification)).hasSize(1);
    assertThat(wrong("(grasp.md, section 6; sync.md, sections 2 to 8; P9)", specification))
        .isEmpty();
  }

  @Test
  void everyIdIsInTheListOfWhatTestsShow() throws IOException {
    List<String> ids = Specification.read().ids();
    assertThat(ids).hasSizeGreaterThanOrEqualTo(IDS_MIN).doesNotHaveDuplicates();
    Path list =
        files(TOP.resolve("conformance").resolve("src"), "requirements.txt").stream()
            .findFirst()
            .orElseThrow();
    List<String> listed =
        Pattern.compile("(?m)^!?(\\S+)\\s")
            .matcher(Files.readString(list))
            .results()
            .map(MatchResult::group)
            .map(id -> id.replace("!", "").strip())
            .toList();
    assertThat(listed).containsAll(ids);
  }
}
