package dev.graspd.server.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.client.SchemaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What an import says of itself (M-8). */
class ImportReportTest {
  private final ImportReport report = new ImportReport();

  private static SchemaFile schema(String name) throws IOException {
    return SchemaFile.parse(
        Files.readString(Path.of("../docs/reference").resolve(name + ".schema.json")));
  }

  @Test
  void whatWasReadAndIsInNoCountIsSaid() {
    report.found(Category.STATES, 3);
    report.brought(Category.STATES);
    report.leftOut(Category.STATES, "why", 1);
    assertThat(report.lines(false))
        .contains(
            "states: 3 found, 1 brought, 0 already here, 1 left out",
            "lost: 1 of states were found and are in no count; this is a fault of graspd, please"
                + " report it");
    assertThat(report.json(false)).contains("\"lost\":1");
  }

  @Test
  void lostItemMakesAnImportIncomplete() {
    report.found(Category.OTHERS, 1);
    assertThat(report.isComplete()).isFalse();
    report.alreadyHere(Category.OTHERS);
    assertThat(report.isComplete()).isTrue();
    report.brought(Category.OTHERS);
    assertThat(report.isComplete()).isFalse();
  }

  @Test
  void repositoryWhoseRefsAreNotKnownMakesAnImportIncomplete() {
    RepoAddress address = new RepoAddress(TestKeys.ALICE.publicKey(), new Identifier("busy"));
    report.untold(address, "HTTP 503");
    assertThat(report.isComplete()).isFalse();
    assertThat(report.lines(false))
        .containsExactly(
            "refs: 1 found, 0 brought, 0 already here, 1 left out",
            "  1: the other server did not list them",
            "difference: " + address.shown() + ": its refs are not known: HTTP 503");
  }

  @Test
  void differencesThatAreNotNamedAreCounted() {
    for (int i = 0; i < ImportReport.DIFFERENCES_MAX + 7; i++) {
      report.difference("one");
    }
    assertThat(report.lines(false))
        .hasSize(ImportReport.DIFFERENCES_MAX + 1)
        .last()
        .isEqualTo("and 7 more differences, which are not named");
    assertThat(report.json(true)).contains("\"differences_not_named\":7");
  }

  @Test
  void reportsHaveTheFormOfTheirSchemas() throws IOException {
    for (Category category : Category.values()) {
      report.found(category, 2);
      report.brought(category);
      report.leftOut(category, "a \"reason\"\n", 1);
    }
    report.damaged(1);
    report.difference("\\ one");
    assertThat(schema("import-report").faults(report.json(true))).isEmpty();
    assertThat(schema("import-report").faults(report.json(false).replace("\"lost\":0,", "")))
        .isNotEmpty();
  }
}
