package dev.graspd.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureTest {
  private static final String CORE = "dev.graspd.core.";

  /** Which packages of the core a package may use, beside its own. */
  private static final Map<String, Set<String>> USES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("nostr", Set.of()),
              Map.entry("machine", Set.of()),
              Map.entry("tree", Set.of()),
              Map.entry("url", Set.of()),
              Map.entry("negentropy", Set.of("nostr")),
              Map.entry("repo", Set.of("nostr")),
              Map.entry("role", Set.of()),
              Map.entry("hook", Set.of("nostr", "repo", "store", "talk")),
              Map.entry("search", Set.of("nostr", "store", "talk")),
              Map.entry("store", Set.of("nostr", "repo", "role")),
              // Rooms are decided on the small rows that the store keeps of held events.
              Map.entry("policy", Set.of("nostr", "repo", "store")),
              Map.entry("purgatory", Set.of("nostr", "repo", "machine")),
              Map.entry("sync", Set.of("nostr", "repo", "machine", "negentropy", "url")),
              Map.entry("hunt", Set.of("nostr", "repo", "policy", "machine", "url")),
              Map.entry("talk", Set.of("nostr", "repo", "tree")),
              Map.entry("upkeep", Set.of("nostr"))));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.graspd.core");

  private static final DescribedPredicate<JavaClass> EFFECTS =
      resideInAnyPackage(
              "java.io..",
              "java.net..",
              "java.nio.file..",
              "java.nio.channels..",
              "java.util.concurrent..",
              "java.util.logging..",
              "org.slf4j..",
              "java.sql..")
          .and(
              DescribedPredicate.not(
                  nameMatching(
                      "java\\.io\\.(Serializable|ByteArrayOutputStream|ObjectInputStream|IOException)"
                          + "|java\\.net\\.(URI|URISyntaxException|URLEncoder)"
                          + "|java\\.util\\.concurrent\\.CompletionStage")))
          .or(
              nameMatching(
                  "java\\.lang\\.(Thread|Runtime|Process.*|System\\$Logger.*)"
                      + "|java\\.security\\.SecureRandom|java\\.util\\.(Timer|TimerTask)"))
          .as("files, sockets, threads, loggers");

  private static final DescribedPredicate<JavaAccess<?>> CLOCK_OR_CHANCE =
      new DescribedPredicate<>("the clock, chance or the console") {
        @Override
        public boolean test(JavaAccess<?> access) {
          String owner = access.getTargetOwner().getName();
          String name = access.getName();
          return switch (owner) {
            case "java.lang.System" ->
                Set.of(
                        "nanoTime",
                        "currentTimeMillis",
                        "getenv",
                        "getProperty",
                        "getLogger",
                        "out",
                        "err",
                        "in",
                        "exit")
                    .contains(name);
            case "java.lang.Math" -> name.equals("random");
            case "java.util.Random", "java.util.SplittableRandom" -> name.equals("<init>");
            case "java.util.UUID" -> name.equals("randomUUID");
            default ->
                (owner.startsWith("java.time.") && name.equals("now"))
                    || (owner.equals("java.time.Clock") && name.startsWith("system"));
          };
        }
      };

  private static final ArchRule PURE =
      CompositeArchRule.of(
              noClasses()
                  .should()
                  .dependOnClassesThat(EFFECTS)
                  .because("pure code computes; effects belong to the server"))
          .and(
              noClasses()
                  .should()
                  .accessTargetWhere(CLOCK_OR_CHANCE)
                  .because("time and chance are arguments: pass Now or a RandomGenerator"));

  @Test
  void thereIsSomethingToCheck() {
    assertThat(CLASSES).hasSizeGreaterThan(80);
    assertThat(CLASSES)
        .extracting(JavaClass::getPackageName)
        .contains("dev.graspd.core.nostr", "dev.graspd.core.negentropy", "dev.graspd.core.store");
  }

  @Test
  void leafPackagesHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("dev.graspd.core.(**)")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  @Test
  void coreIsPure() {
    PURE.check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ReadsTheClock",
        "MeasuresTime",
        "RollsDice",
        "StartsAThread",
        "ReadsAFile",
        "OpensASocket",
        "Logs",
        "Prints"
      })
  void impureClassIsNoticed(String name) throws ClassNotFoundException {
    JavaClasses bad =
        new ClassFileImporter().importClasses(Class.forName("dev.graspd.core.impure." + name));
    assertThat(bad).hasSize(1);
    assertThatThrownBy(() -> PURE.check(bad)).isInstanceOf(AssertionError.class);
  }

  @Test
  void coreUsesTheJdkJspecifyAndJacksonOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..", "dev.graspd.core..", "org.jspecify..", "tools.jackson.core.."))
        .check(CLASSES);
  }

  @Test
  void everyPackageOfTheCoreIsInTheTable() {
    List<String> packages =
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .map(name -> name.substring(CORE.length()))
            .distinct()
            .sorted()
            .toList();
    assertThat(packages)
        .isNotEmpty()
        .allMatch(
            name -> USES.keySet().stream().anyMatch(key -> (name + ".").startsWith(key + ".")));
  }

  @Test
  void packagesUseEachOtherAsTheTableSays() {
    USES.forEach((name, others) -> onlyUses(name, others).check(CLASSES));
  }

  private static ArchRule onlyUses(String name, Set<String> others) {
    DescribedPredicate<JavaClass> foreign =
        resideInAPackage("dev.graspd.core..")
            .and(DescribedPredicate.not(resideInAPackage(CORE + name + "..")));
    for (String other : others) {
      foreign = foreign.and(DescribedPredicate.not(resideInAPackage(CORE + other + "..")));
    }
    return noClasses()
        .that()
        .resideInAPackage(CORE + name + "..")
        .should()
        .dependOnClassesThat(foreign)
        .because("the table of this test says who may use whom");
  }
}
