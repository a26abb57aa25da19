package dev.graspd.server.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.graspd.server.site.download.DownloadCache;
import dev.graspd.server.store.embedded.EmbeddedEngine;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final String ROOT = "dev.graspd.";

  /** Functions from facts to what is sent. */
  private static final List<String> PURE_SITE =
      List.of(
          "dev.graspd.server.site.address",
          "dev.graspd.server.site.feed",
          "dev.graspd.server.site.find",
          "dev.graspd.server.site.html",
          "dev.graspd.server.site.json",
          "dev.graspd.server.site.meta",
          "dev.graspd.server.site.openapi",
          "dev.graspd.server.site.page",
          "dev.graspd.server.site.person",
          "dev.graspd.server.site.summary",
          "dev.graspd.server.site.text",
          "dev.graspd.server.site.truth");

  /** What a package of the server may use of ours, beside itself and the protocol types. */
  private static final Map<String, Set<String>> USES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("store", Set.of("server.base", "core.store", "core.repo", "core.role")),
              Map.entry("base", Set.of("core.machine", "core.store", "core.repo")),
              Map.entry("role", Set.of("server.base", "core.role", "core.store")),
              Map.entry("charge", Set.of()),
              Map.entry("requests", Set.of("server.charge")),
              Map.entry("diary", Set.of("core.repo")),
              Map.entry("catalogue", Set.of("core.repo", "core.store")),
              Map.entry("talk", Set.of("server.base", "core.repo", "core.store", "core.talk")),
              Map.entry(
                  "ban",
                  Set.of(
                      "server.base",
                      "server.gate",
                      "server.role",
                      "core.repo",
                      "core.role",
                      "core.store")),
              Map.entry(
                  "gate",
                  Set.of(
                      "server.charge", "server.diary", "server.role", "core.policy", "core.store")),
              Map.entry(
                  "family",
                  Set.of(
                      "server.ban",
                      "server.base",
                      "server.charge",
                      "server.diary",
                      "server.gate",
                      "server.role",
                      "core.hunt",
                      "core.machine",
                      "core.policy",
                      "core.purgatory",
                      "core.repo",
                      "core.role",
                      "core.store",
                      "core.upkeep")),
              Map.entry(
                  "hosting",
                  Set.of(
                      "server.ban",
                      "server.base",
                      "server.charge",
                      "server.diary",
                      "server.family",
                      "server.gate",
                      "server.role",
                      "core.hunt",
                      "core.machine",
                      "core.policy",
                      "core.purgatory",
                      "core.repo",
                      "core.role",
                      "core.store")),
              Map.entry(
                  "relay",
                  Set.of(
                      "server.base",
                      "server.charge",
                      "server.gate",
                      "server.requests",
                      "core.search",
                      "core.store",
                      "core.negentropy")),
              Map.entry("search", Set.of("server.base", "core.repo", "core.search", "core.store")),
              Map.entry(
                  "git",
                  Set.of(
                      "server.base",
                      "server.charge",
                      "server.family",
                      "server.gate",
                      "server.hosting",
                      "server.requests",
                      "core.policy",
                      "core.repo",
                      "core.store",
                      "core.tree",
                      "core.upkeep")),
              Map.entry(
                  "upkeep",
                  Set.of(
                      "server.base",
                      "server.family",
                      "server.role",
                      "core.repo",
                      "core.store",
                      "core.upkeep")),
              Map.entry(
                  "backup",
                  Set.of(
                      "server.base",
                      "server.git.objects",
                      "server.ops",
                      "server.store",
                      "core.repo",
                      "core.store")),
              Map.entry(
                  "migrate",
                  Set.of(
                      "server.charge",
                      "server.egress",
                      "server.family",
                      "server.gate",
                      "server.git",
                      "server.hunt.git",
                      "core.policy",
                      "core.repo",
                      "core.store")),
              Map.entry(
                  "hook",
                  Set.of(
                      "server.base",
                      "server.egress",
                      "server.role",
                      "server.site.address",
                      "core.hook",
                      "core.repo",
                      "core.role",
                      "core.store",
                      "core.talk")),
              Map.entry("net", Set.of("server.base")),
              Map.entry("egress", Set.of("server.base", "server.charge", "server.net")),
              Map.entry(
                  "hunt",
                  Set.of(
                      "server.base",
                      "server.charge",
                      "server.diary",
                      "server.family",
                      "server.git",
                      "server.egress",
                      "core.hunt",
                      "core.machine",
                      "core.policy",
                      "core.repo")),
              Map.entry(
                  "hunt.git",
                  Set.of(
                      "server.charge",
                      "server.egress",
                      "server.git.wire",
                      "core.hunt",
                      "core.repo")),
              Map.entry(
                  "peers",
                  Set.of(
                      "server.base",
                      "server.charge",
                      "server.family",
                      "server.gate",
                      "server.egress",
                      "core.sync",
                      "core.negentropy",
                      "core.machine",
                      "core.repo",
                      "core.store")),
              Map.entry(
                  "web",
                  Set.of(
                      "server.base",
                      "server.charge",
                      "server.diary",
                      "server.net",
                      "server.relay",
                      "server.git",
                      "server.site.address",
                      "core.repo",
                      "core.store.blocking")),
              Map.entry(
                  "site",
                  Set.of(
                      "server.catalogue",
                      "server.charge",
                      "server.git",
                      "server.hosting",
                      "server.talk",
                      "server.web.site",
                      "core.policy",
                      "core.repo",
                      "core.search",
                      "core.store.query",
                      "core.talk",
                      "core.tree")),
              Map.entry(
                  "ops",
                  Set.of(
                      "server.base",
                      "server.catalogue",
                      "server.charge",
                      "server.diary",
                      "server.requests",
                      "server.site",
                      "server.net",
                      "server.web",
                      "server.relay",
                      "server.git",
                      "server.family",
                      "server.gate",
                      "server.hook",
                      "server.hosting",
                      "server.egress",
                      "server.peers",
                      "server.hunt",
                      "server.upkeep",
                      "core.hunt",
                      "core.machine",
                      "core.store",
                      "core.repo",
                      "core.policy",
                      "core.sync"))));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.graspd.server");

  @Test
  void thereIsSomethingToCheck() {
    assertThat(CLASSES).hasSizeGreaterThan(150);
    for (String name : USES.keySet()) {
      assertThat(CLASSES.stream().filter(resideInAPackage(ROOT + "server." + name + "..")))
          .as(name)
          .isNotEmpty();
    }
  }

  @Test
  void everyPackageIsInTheTable() {
    List<String> unknown =
        CLASSES.stream()
            .map(type -> type.getPackageName().substring((ROOT + "server.").length()))
            .filter(name -> !(name + ".").startsWith("app."))
            .filter(
                name -> USES.keySet().stream().noneMatch(key -> (name + ".").startsWith(key + ".")))
            .distinct()
            .toList();
    assertThat(unknown).isEmpty();
  }

  @Test
  void packagesUseEachOtherAsTheTableSays() {
    USES.forEach((name, others) -> onlyUses(name, others).check(CLASSES));
  }

  @Test
  void wrongImportIsNoticed() throws ClassNotFoundException {
    JavaClasses wrong =
        new ClassFileImporter()
            .importClasses(Class.forName("dev.graspd.server.gate.wrong.GateThatKnowsTheRelay"));
    assertThatThrownBy(() -> onlyUses("gate", USES.get("gate")).check(wrong))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("RelayMetrics");
  }

  private static ArchRule onlyUses(String name, Set<String> others) {
    DescribedPredicate<JavaClass> foreign =
        resideInAPackage("dev.graspd..")
            .and(
                DescribedPredicate.not(
                    resideInAnyPackage(ROOT + "server." + name + "..", "dev.graspd.core.nostr..")));
    for (String other : others) {
      foreign = foreign.and(DescribedPredicate.not(resideInAPackage(ROOT + other + "..")));
    }
    return noClasses()
        .that()
        .resideInAPackage(ROOT + "server." + name + "..")
        .should()
        .dependOnClassesThat(foreign)
        .because("the table of this test says who may use whom");
  }

  @Test
  void onlyTheStoreKnowsLmdbAndOnlyTheNetworkKnowsNetty() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.graspd.server.store.lmdb..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.lmdbjava..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.graspd.server.net..",
            "dev.graspd.server.egress..",
            "dev.graspd.server.web..",
            "dev.graspd.server.ops..",
            "dev.graspd.server.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CLASSES);
  }

  @Test
  void onlySearchKnowsLucene() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.graspd.server.search..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.lucene..")
        .because("the index is derived: others ask core.search.EventSearch")
        .check(CLASSES);
  }

  /** Tests too: what they open is the port. */
  @Test
  void onlyTheEngineOpensLmdb() {
    JavaClasses withTests = new ClassFileImporter().importPackages("dev.graspd.server");
    assertThat(withTests).hasSizeGreaterThan(CLASSES.size());
    knowsLmdbOnlyIn(EmbeddedEngine.class.getPackageName()).check(withTests);
  }

  @Test
  void openingLmdbElsewhereIsNoticed() {
    JavaClasses engine = new ClassFileImporter().importClasses(EmbeddedEngine.class);
    assertThatThrownBy(() -> knowsLmdbOnlyIn("nowhere").check(engine))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("LmdbEventStore");
  }

  private static ArchRule knowsLmdbOnlyIn(String engine) {
    return noClasses()
        .that()
        .resideOutsideOfPackages("dev.graspd.server.store.lmdb..", engine)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.graspd.server.store.lmdb..")
        .because("others use the ports: core.store and server.store");
  }

  @Test
  void rowsOfTheStoreDecideNothing() {
    assertThat(CLASSES.contain("dev.graspd.server.store.lmdb.row.LmdbRows")).isTrue();
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.graspd.server.store.lmdb.row..", "dev.graspd.server.store.lmdb.query..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.graspd.core.store.rules..")
        .because("the rules of the store are written once, over the rows of any engine")
        .check(CLASSES);
  }

  @Test
  void onlyGitKnowsJgit() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.graspd.server.git..", "dev.graspd.server.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.eclipse.jgit..")
        .check(CLASSES);
  }

  @Test
  void leafPackagesHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("dev.graspd.server.(**)")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  /** W-123: a page is a function of facts (W-2). */
  @Test
  void whatPagesAreMadeOfKnowsNoClockNoThreadAndNoFile() {
    JavaClasses pure =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(PURE_SITE);
    assertThat(pure).hasSizeGreaterThan(100);
    makesPagesFromFactsAlone().check(pure);
  }

  @Test
  void classWithFilesAndThreadsIsNoticed() {
    JavaClasses effects = new ClassFileImporter().importClasses(DownloadCache.class);
    assertThatThrownBy(() -> makesPagesFromFactsAlone().check(effects))
        .isInstanceOf(AssertionError.class);
  }

  private static ArchRule makesPagesFromFactsAlone() {
    return noClasses()
        .that()
        .doNotHaveSimpleName("StyleSheet")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.nio.file..",
                    "java.net.http..",
                    "java.util.concurrent..",
                    "java.util.random")
                .or(
                    DescribedPredicate.describe(
                        "clocks, threads and streams of files", ArchitectureTest::isEffect)))
        .because(
            "equal facts give equal pages: site.serve reads facts and clocks (style.css is a resource)");
  }

  private static boolean isEffect(JavaClass one) {
    return one.isAssignableTo(Thread.class)
        || one.isAssignableTo(InstantSource.class)
        || one.isAssignableTo(Random.class)
        || one.isEquivalentTo(File.class)
        || one.isAssignableTo(FileInputStream.class)
        || one.isAssignableTo(FileOutputStream.class);
  }

  /** The checker of the store is a program of its own too. */
  @Test
  void onlyProgramsPrintAndEndTheProcess() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.graspd.server.app..", "dev.graspd.server.ops.log..")
        .and()
        .doNotHaveSimpleName("StoreChecker")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .because("the rest of the server logs, and tells its owner when it fails")
        .check(CLASSES);
  }

  @Test
  void nobodyLooksForDisksInTheTableOfMounts() {
    noClasses()
        .should()
        .callMethod(Files.class, "getFileStore", Path.class)
        .because("in a chroot the table has no entry for the disk: ask ops.Disks")
        .check(CLASSES);
  }
}
