package dev.graspd.server.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.Verification.Head;
import dev.graspd.server.migrate.ngit.OldRefs;
import dev.graspd.testkit.TestKeys;
import dev.graspd.testkit.client.SchemaFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two servers, compared (M-8). */
class VerificationTest {
  private static final long NOVEMBER = 1_794_000_000L;
  private static final RepoAddress REPOSITORY =
      new RepoAddress(TestKeys.ALICE.publicKey(), Identifier.parse("tool").orElseThrow());

  private final Verification verification = new Verification();

  private static Head head(int number, int kind, long createdAt) {
    Optional<Address> address =
        kind == 30_618
            ? Address.parse("30618:" + TestKeys.ALICE.publicKey().hex() + ":tool")
            : Optional.empty();
    return new Head(EventId.parse("%064x".formatted(number)), kind, createdAt, address);
  }

  private static OldRefs refs(String head, Map<String, String> values) {
    TreeMap<RefName, Oid> refs = new TreeMap<>();
    values.forEach((name, digit) ->
        refs.put(RefName.parse(name).orElseThrow(), Oid.parse(digit.repeat(40)).orElseThrow()));
    return OldRefs.listed(refs, RefName.parse(head));
  }

  @Test
  void whatIsMissingIsNamedByKindAndMonth() {
    verification.here(head(1, 1_621, NOVEMBER));
    verification.there(head(1, 1_621, NOVEMBER));
    verification.there(head(2, 1_621, NOVEMBER));
    assertThat(verification.isSame()).isFalse();
    assertThat(verification.lines())
        .contains(
            "kind 1621: 2 there, 1 the same here, 0 replaced or obeyed here, 1 missing",
            "  2026-11: 1 missing",
            "difference: event %064x, kind 1621 is not here".formatted(2));
    assertThat(verification.json())
        .contains(
            "\"same\":false",
            "{\"kind\":1621,\"month\":\"2026-11\",\"found\":2,\"here\":1,\"replaced\":0,\"missing\":1}");
  }

  @Test
  void reportHasTheFormOfItsSchema() throws IOException {
    verification.there(head(2, 1_621, NOVEMBER));
    verification.refs(
        REPOSITORY, refs("refs/heads/main", Map.of("refs/heads/main", "1")), refs("x", Map.of()));
    SchemaFile schema =
        SchemaFile.parse(Files.readString(Path.of("../docs/reference/verify-report.schema.json")));
    assertThat(schema.faults(verification.json())).isEmpty();
    assertThat(schema.faults("{}")).isNotEmpty();
  }

  @Test
  void newerVersionAndDeletionsAreNoDifference() {
    verification.here(head(1, 30_618, NOVEMBER + 1));
    verification.there(head(2, 30_618, NOVEMBER));
    verification.there(head(3, 5, NOVEMBER));
    verification.there(head(4, 62, NOVEMBER));
    assertThat(verification.isSame()).isTrue();
    assertThat(verification.lines()).contains("only here: 1 events");
  }

  @Test
  void olderVersionHereIsADifference() {
    verification.here(head(1, 30_618, NOVEMBER));
    verification.there(head(2, 30_618, NOVEMBER + 1));
    assertThat(verification.isSame()).isFalse();
  }

  @Test
  void refsAndHeadAreCompared() {
    OldRefs there = refs("refs/heads/main", Map.of("refs/heads/main", "1", "refs/tags/v1", "2"));
    verification.refs(REPOSITORY, there, there);
    assertThat(verification.isSame()).isTrue();
    verification.refs(REPOSITORY, there, refs("refs/heads/dev", Map.of("refs/heads/main", "3")));
    assertThat(verification.lines())
        .contains("refs: 5 there, 2 the same here, 3 different")
        .filteredOn(line -> line.startsWith("difference: "))
        .hasSize(3)
        .allMatch(line -> line.contains("/tool "));
  }
}
