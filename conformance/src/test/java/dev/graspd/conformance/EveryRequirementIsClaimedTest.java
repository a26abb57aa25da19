package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of rules and the tests must fit: nothing unproved, nothing invented. */
class EveryRequirementIsClaimedTest {
  private static final List<String> MODULES_THAT_CLAIM = List.of("conformance", "system");
  private static final List<String> MODULES =
      List.of("core", "testkit", "simulations", "server", "conformance", "system");

  private static final int TEST_CLASSES_MIN = 20;
  private static final int TESTS_MIN = 150;
  private static final int SECTIONS_MIN = 7;
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ ([0-9.]*[0-9])\\.? ");

  private final Requirements requirements = Requirements.read();

  @Test
  void everyRequirementIsClaimedByATest() throws IOException {
    SortedSet<String> unclaimed = new TreeSet<>(requirements.toClaim());
    unclaimed.removeAll(claims());
    assertThat(unclaimed).as("rules that no test claims").isEmpty();
  }

  @Test
  void everyClaimNamesARequirement() throws IOException {
    SortedSet<String> unknown = claims();
    unknown.removeAll(requirements.toClaim());
    assertThat(unknown).as("claims of rules that are not listed").isEmpty();
  }

  @Test
  void everyTestThatShowsARequirementExists() throws IOException {
    Map<String, Path> sources = sources();
    SortedSet<String> missing = new TreeSet<>();
    for (List<String> tests : requirements.shown().values()) {
      for (String test : tests) {
        if (!exists(test, sources)) {
          missing.add(test);
        }
      }
    }
    assertThat(missing).as("tests that the list names").isEmpty();
  }

  @Test
  void syncAndPurgatoryAreCoveredSectionBySection() throws IOException {
    SortedSet<String> ids = new TreeSet<>(requirements.toClaim());
    ids.addAll(requirements.shown().keySet());
    ids.addAll(requirements.elsewhere().keySet());
    for (String page : List.of("sync", "purgatory")) {
      List<String> sections = sections(page);
      assertThat(sections).hasSizeGreaterThanOrEqualTo(SECTIONS_MIN);
      assertThat(sections)
          .as(page)
          .allMatch(section -> ids.stream().anyMatch(id -> isOf(id, page + "-" + section)));
    }
  }

  /** The numbers of the headings of a page of the specification. */
  private static List<String> sections(String page) throws IOException {
    String text = Files.readString(Path.of("..", "docs", "spec", page + ".md"));
    return HEADING.matcher(text).results().map(heading -> heading.group(1)).toList();
  }

  private static boolean isOf(String id, String section) {
    return id.equals(section) || id.startsWith(section + "-");
  }

  /** A test is named by its class and method. */
  private static boolean exists(String test, Map<String, Path> sources) throws IOException {
    String[] parts = test.split("\\.", -1);
    Path source = sources.get(parts[0] + ".java");
    return parts.length == 2
        && source != null
        && Pattern.compile("\\bvoid " + Pattern.quote(parts[1]) + "\\(")
            .matcher(Files.readString(source))
            .find();
  }

  /** The sources of all tests, by file name. */
  private static Map<String, Path> sources() throws IOException {
    Map<String, Path> sources = new TreeMap<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test", "java"))) {
        files
            .filter(file -> file.toString().endsWith("Test.java"))
            .forEach(file -> sources.put(file.getFileName().toString(), file));
      }
    }
    return sources;
  }

  /** Otherwise a fault in the scan would look like a perfect suite. */
  @Test
  void theScanSeesTheTests() throws IOException {
    assertThat(claimingClasses()).hasSizeGreaterThanOrEqualTo(TEST_CLASSES_MIN);
    assertThat(claimingClasses().stream().mapToLong(type -> type.claimingTests().size()).sum())
        .isGreaterThanOrEqualTo(TESTS_MIN);
  }

  @Test
  void onlyTestsClaim() throws IOException {
    for (ClaimingClass type : classes()) {
      assertThat(type.methods())
          .as("claims in %s", type.name())
          .allMatch(method -> method.claims().isEmpty() || method.isTest());
    }
  }

  private static SortedSet<String> claims() throws IOException {
    SortedSet<String> claims = new TreeSet<>();
    for (ClaimingClass type : claimingClasses()) {
      claims.addAll(type.claims());
      type.claimingTests().forEach(test -> claims.addAll(test.claims()));
    }
    return claims;
  }

  /** A class counts only if it has tests: an annotation alone proves nothing. */
  private static List<ClaimingClass> claimingClasses() throws IOException {
    return classes().stream().filter(type -> !type.claimingTests().isEmpty()).toList();
  }

  private static List<ClaimingClass> classes() throws IOException {
    return ClaimingClass.read(
        sources().values().stream()
            .filter(file -> MODULES_THAT_CLAIM.contains(file.getName(1).toString()))
            .toList());
  }
}
