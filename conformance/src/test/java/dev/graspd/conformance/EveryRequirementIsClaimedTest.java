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
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
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
