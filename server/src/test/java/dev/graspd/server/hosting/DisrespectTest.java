package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.hosting.PolicyFixture.Lists;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that hosts and does not obey requests to delete (grasp.md, section 8). */
class DisrespectTest {
  private static final long LATER = EventBuilder.DEFAULT_CREATED_AT + 500;

  private final PolicyFixture bench = new PolicyFixture(Lists.NONE.disrespecting());
  private RepoAddress repository;

  @BeforeEach
  void host() {
    repository = bench.hosted(ALICE, "repo", 1);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private Event issue(Signer author) {
    return EventBuilder.kind(1621).tag("a", repository.toString()).unsignedBy(author);
  }

  private static Event vanishing(Signer author) {
    return EventBuilder.kind(62).at(LATER).tag("relay", "ALL_RELAYS").unsignedBy(author);
  }

  @Test
  void deletionIsServedAndItsTargetsToo() {
    Event deletion =
        EventBuilder.kind(5).at(LATER).tag("a", repository.toString()).unsignedBy(ALICE);
    assertThat(bench.send(deletion)).isEmpty();
    assertThat(bench.isServed(deletion)).isTrue();
    assertThat(bench.isServed(announcement(ALICE, "repo", 0))).isTrue();
    assertThat(bench.refs(repository)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void targetThatComesLaterComesIn() {
    Event issue = issue(BOB);
    Event known = EventBuilder.kind(1621).tag("a", repository.toString()).at(LATER).unsignedBy(BOB);
    bench.send(known);
    assertThat(bench.send(EventBuilder.deletionOf(issue).unsignedBy(BOB))).isEmpty();
    assertThat(bench.send(issue)).isEmpty();
    assertThat(bench.isServed(issue)).isTrue();
  }

  @Test
  void requestToVanishIsServedAndItsAuthorStays() {
    assertThat(bench.send(vanishing(ALICE))).isEmpty();
    assertThat(bench.isServed(vanishing(ALICE))).isTrue();
    assertThat(bench.servedOf(ALICE)).hasSize(3);
    assertThat(bench.refs(repository)).isEqualTo("main=1 refs/heads/main");
  }

  @Test
  void deletionsOfStrangersFillNoStore() {
    assertThat(bench.send(EventBuilder.deletionOf(issue(BOB)).unsignedBy(BOB)))
        .startsWith("no: restricted: event must reference");
    assertThat(bench.send(vanishing(BOB))).startsWith("no: restricted: ");
    assertThat(bench.servedOf(BOB)).isEmpty();
  }
}
