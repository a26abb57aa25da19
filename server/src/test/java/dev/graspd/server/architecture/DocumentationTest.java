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
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
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
}
