package dev.graspd.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.support.AnnotationSupport;

/** The list of rules and the tests must fit: nothing unproved, nothing invented. */
class EveryRequirementIsClaimedTest {
  private static final int TEST_CLASSES_MIN = 20;
  private static final int TESTS_MIN = 150;

  private final Requirements requirements = Requirements.read();

  @Test
  void everyRequirementIsClaimedByATest() throws IOException, URISyntaxException {
    SortedSet<String> unclaimed = new TreeSet<>(requirements.toClaim());
    unclaimed.removeAll(claims());
    assertThat(unclaimed).as("rules that no test claims").isEmpty();
  }

  @Test
  void everyClaimNamesARequirement() throws IOException, URISyntaxException {
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
  void syncAndPurgatoryAreCoveredSectionBySection() {
    SortedSet<String> ids = new TreeSet<>(requirements.toClaim());
    ids.addAll(requirements.shown().keySet());
    ids.addAll(requirements.elsewhere().keySet());
    for (String section : "1 2 3 4 5 6 6.1 6.2 6.3 7 8 9 10 11 12 13".split(" ", -1)) {
      assertThat(ids).as("sync.md").anyMatch(id -> isOf(id, "sync-" + section));
    }
    for (String section : "1 2 3 4 4.1 4.2 5".split(" ", -1)) {
      assertThat(ids).as("purgatory.md").anyMatch(id -> isOf(id, "purgatory-" + section));
    }
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
    for (String module : List.of("core", "testkit", "server", "conformance")) {
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
  void theScanSeesTheTests() throws IOException, URISyntaxException {
    assertThat(claimingClasses()).hasSizeGreaterThanOrEqualTo(TEST_CLASSES_MIN);
    assertThat(claimingClasses().stream().mapToLong(type -> tests(type).count()).sum())
        .isGreaterThanOrEqualTo(TESTS_MIN);
  }

  @Test
  void onlyTestsClaim() throws IOException, URISyntaxException {
    for (Class<?> type : classes()) {
      assertThat(
              Arrays.stream(type.getDeclaredMethods())
                  .filter(EveryRequirementIsClaimedTest::claims))
          .as("claims in %s", type)
          .allMatch(EveryRequirementIsClaimedTest::isTest);
    }
  }

  private static SortedSet<String> claims() throws IOException, URISyntaxException {
    SortedSet<String> claims = new TreeSet<>();
    for (Class<?> type : claimingClasses()) {
      add(type.getAnnotation(Claims.class), claims);
      tests(type).forEach(test -> add(test.getAnnotation(Claims.class), claims));
    }
    return claims;
  }

  private static void add(@Nullable Claims annotation, Set<String> claims) {
    if (annotation != null) {
      claims.addAll(List.of(annotation.value()));
    }
  }

  /** A class counts only if it has tests: an annotation alone proves nothing. */
  private static List<Class<?>> claimingClasses() throws IOException, URISyntaxException {
    return classes().stream().filter(type -> tests(type).findAny().isPresent()).toList();
  }

  private static Stream<Method> tests(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(EveryRequirementIsClaimedTest::isTest)
        .filter(test -> type.isAnnotationPresent(Claims.class) || claims(test));
  }

  private static boolean claims(Method method) {
    return method.isAnnotationPresent(Claims.class);
  }

  private static boolean isTest(Method method) {
    return Stream.<Class<? extends Annotation>>of(Test.class, TestTemplate.class)
        .anyMatch(kind -> AnnotationSupport.isAnnotated(method, kind));
  }

  private static List<Class<?>> classes() throws IOException, URISyntaxException {
    Class<?> here = EveryRequirementIsClaimedTest.class;
    Path root = Path.of(here.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path directory = root.resolve(here.getPackageName().replace('.', '/'));
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.contains("-"))
          .map(name -> here.getPackageName() + "." + name.substring(0, name.length() - 6))
          .<Class<?>>map(EveryRequirementIsClaimedTest::load)
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, EveryRequirementIsClaimedTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name + " cannot be loaded", e);
    }
  }
}
