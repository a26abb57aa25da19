package dev.graspd.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between pages of the documentation lead somewhere, and every page can be found. */
final class DocumentationTest {
  private static final Path TOP = Path.of("..");
  private static final Path DOCS = TOP.resolve("docs");

  /** Otherwise a fault in the scan would look like perfect links. */
  private static final int PAGES_MIN = 120;

  private static final int LINKS_MIN = 300;

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s:]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

  private static final Pattern SEQUENCE =
      Pattern.compile("(?s)```mermaid\\s+sequenceDiagram.*?```");
  private static final Pattern PARTICIPANT = Pattern.compile("(?m)^ *participant (\\w+)");

  private static final Pattern DIAGRAM = Pattern.compile("(?s)```mermaid\\s+(\\w+).*?```");

  /** States have names of their own. */
  private static final String STATES = "stateDiagram";

  /** A name with its method, two words in one, or a name at the start of a label. */
  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "\\b([A-Z][a-z]\\w*)\\.(\\w+)"
              + "|\\b((?:[A-Z][a-z0-9]+){2,})\\b"
              + "|(?:: |[\\[{(])([A-Z][a-z]\\w*)(?=:|, then)"
              + "|(?:participant \\w+ as |: )([A-Z][a-z]+)(?= and|\\()");

  private static final Pattern TYPE =
      Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w*)");

  private static final int CLASSES_MIN = 20;

  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\\n]+`");
  private static final Pattern TWO_WORDS = Pattern.compile("\\b(?:[A-Z][a-z0-9]+){2,}\\b");

  /** Mermaid reads a participant of such a name as a statement, whatever its case. */
  private static final Set<String> WORDS_OF_MERMAID =
      Set.of(
          "activate",
          "actor",
          "alt",
          "and",
          "autonumber",
          "box",
          "break",
          "create",
          "critical",
          "deactivate",
          "destroy",
          "else",
          "end",
          "link",
          "links",
          "loop",
          "note",
          "opt",
          "option",
          "par",
          "participant",
          "properties",
          "rect",
          "title");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(DOCS)) {
      Stream<Path> all =
          Stream.concat(
              files,
              Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")
                  .map(TOP::resolve));
      return all.filter(file -> file.toString().endsWith(".md")).map(Path::normalize).toList();
    }
  }

  private static List<String> links(Path page) throws IOException {
    String text = Files.readString(page).replaceAll("(?s)```.*?```", "");
    return LINK.matcher(text).results().map(link -> link.group(1)).toList();
  }

  private static Path target(Path page, String link) {
    String path = link.replaceFirst("#.*", "");
    return path.isEmpty() ? page : page.resolveSibling(path).normalize();
  }

  /** Returns whether a page has the heading that a link names, as forges spell it. */
  private static boolean hasAnchor(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    return hash < 0
        || HEADING
            .matcher(Files.readString(page))
            .results()
            .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
            .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
            .anyMatch(link.substring(hash + 1)::equals);
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int seen = 0;
    for (Path page : pages()) {
      for (String link : links(page)) {
        seen++;
        Path target = target(page, link);
        boolean leads =
            Files.isDirectory(target) || (Files.exists(target) && hasAnchor(target, link));
        if (!leads) {
          broken.add(page + " → " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(seen).isGreaterThanOrEqualTo(LINKS_MIN);
  }

  @Test
  void everyPageIsReachableFromTheIndex() throws IOException {
    SortedSet<Path> unreached = new TreeSet<>(pages());
    assertThat(unreached).hasSizeGreaterThanOrEqualTo(PAGES_MIN);
    Deque<Path> next = new ArrayDeque<>(List.of(DOCS.resolve("README.md").normalize()));
    while (!next.isEmpty()) {
      Path page = next.remove();
      if (!unreached.remove(page)) {
        continue;
      }
      for (String link : links(page)) {
        next.add(target(page, link));
      }
    }
    assertThat(unreached).as("pages that docs/README.md does not lead to").isEmpty();
  }

  @Test
  void noParticipantOfADiagramHasTheNameOfAStatement() throws IOException {
    List<String> unreadable = new ArrayList<>();
    int seen = 0;
    for (Path page : pages()) {
      List<String> participants =
          SEQUENCE
              .matcher(Files.readString(page))
              .results()
              .flatMap(diagram -> PARTICIPANT.matcher(diagram.group()).results())
              .map(participant -> participant.group(1))
              .toList();
      seen += participants.size();
      participants.stream()
          .filter(name -> WORDS_OF_MERMAID.contains(name.toLowerCase(Locale.ROOT)))
          .forEach(name -> unreadable.add(page + ": " + name));
    }
    assertThat(unreadable).isEmpty();
    assertThat(seen).as("participants").isPositive();
  }

  /** Every type of the tree, with the text of its file. */
  private static SortedMap<String, String> types() throws IOException {
    SortedMap<String, String> types = new TreeMap<>();
    for (String module : List.of("core", "server")) {
      try (Stream<Path> files = Files.walk(TOP.resolve(module).resolve(Path.of("src", "main")))) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          String text = Files.readString(file);
          TYPE.matcher(text)
              .results()
              .forEach(type -> types.merge(type.group(1), text, String::concat));
        }
      }
    }
    return types;
  }

  /** Returns the names in a diagram that no type or method of the tree has. */
  private static List<String> unknown(String diagram, SortedMap<String, String> types) {
    return CLASS_NAME
        .matcher(diagram)
        .results()
        .filter(name -> !isKnown(name, types))
        .map(MatchResult::group)
        .toList();
  }

  private static boolean isKnown(MatchResult name, SortedMap<String, String> types) {
    String type =
        Stream.of(1, 3, 4, 5).map(name::group).filter(Objects::nonNull).findFirst().orElseThrow();
    String method = name.group(2);
    String text = types.get(type);
    return text != null && (method == null || text.contains(" " + method + "("));
  }

  @Test
  void everyClassThatADiagramNamesExists() throws IOException {
    SortedMap<String, String> types = types();
    SortedMap<String, List<String>> wrong = new TreeMap<>();
    long seen = 0;
    for (Path page : pages()) {
      for (MatchResult diagram : DIAGRAM.matcher(Files.readString(page)).results().toList()) {
        if (!diagram.group(1).startsWith(STATES)) {
          seen += CLASS_NAME.matcher(diagram.group()).results().count();
          List<String> unknown = unknown(diagram.group(), types);
          if (!unknown.isEmpty()) {
            wrong.put(page + ":" + diagram.start(), unknown);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(seen).as("names of classes in diagrams").isGreaterThanOrEqualTo(CLASSES_MIN);
  }

  @Test
  void everyClassThatTheArchitectureNamesExists() throws IOException {
    SortedMap<String, String> types = types();
    SortedSet<String> named = new TreeSet<>();
    for (Path page :
        List.of(TOP.resolve("ARCHITECTURE.md"), DOCS.resolve("explanation/packages.md"))) {
      CODE.matcher(Files.readString(page))
          .results()
          .flatMap(code -> TWO_WORDS.matcher(code.group()).results())
          .map(MatchResult::group)
          .filter(name -> !name.endsWith("Test"))
          .forEach(named::add);
    }
    assertThat(named).hasSizeGreaterThan(CLASSES_MIN);
    assertThat(types.keySet()).containsAll(named);
  }

  @Test
  void namesThatNoClassHasAreFound() throws IOException {
    SortedMap<String, String> types = types();
    assertThat(unknown("participant H as HuntMachine\n G->>H: Gate: known?", types)).isEmpty();
    assertThat(unknown("participant H as HuntingMachine", types)).hasSize(1);
    assertThat(unknown("G->>H: HuntPost: something waits", types)).hasSize(1);
    assertThat(unknown("H->>G: Absentees: what is missing", types)).hasSize(1);
    assertThat(unknown("Note over G: Absentees, then Settlement: it waits", types)).hasSize(1);
    assertThat(unknown("N[LiveRequests.covers: new items]", types)).hasSize(1);
  }
}
