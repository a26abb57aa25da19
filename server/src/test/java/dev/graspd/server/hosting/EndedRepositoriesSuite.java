package dev.graspd.server.hosting;

import static dev.graspd.server.hosting.RepoWords.announcement;
import static dev.graspd.server.hosting.RepoWords.state;
import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.ended.SetAsideEvent;
import dev.graspd.server.family.objects.SetOfObjects;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Eventually;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.store.ModelEventStore;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A repository with an issue and a comment, whose end is tested. */
@Timeout(60)
abstract class EndedRepositoriesSuite {
  static final Identifier REPO = new Identifier("repo");
  static final RepoAddress ALICES = new RepoAddress(ALICE.publicKey(), REPO);
  static final RepoAddress BOBS = new RepoAddress(BOB.publicKey(), REPO);
  static final RepoAddress OTHER = new RepoAddress(ALICE.publicKey(), new Identifier("other"));
  static final Event FIRST = announcement(ALICE, "repo", 0);
  static final Event STATE = state(ALICE, "repo", 0, "main=1");
  static final Event ISSUE = EventBuilder.kind(1621).tag("a", ALICES.toString()).unsignedBy(BOB);
  static final Event COMMENT = EventBuilder.kind(1111).tag("E", ISSUE.id().hex()).unsignedBy(ALICE);

  final ModelEventStore store = new ModelEventStore();
  final SetOfObjects git = new SetOfObjects();
  EndedFixture bench;

  @BeforeEach
  void open() {
    bench = new EndedFixture(store, store, git);
    bench.hosted(ALICE, ALICES, 1);
    assertThat(bench.send(ISSUE)).isEmpty();
    assertThat(bench.send(COMMENT)).isEmpty();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  void restart() {
    bench.close();
    bench = new EndedFixture(store, store, git);
  }

  static Event deletion(Signer author, RepoAddress repository) {
    return EventBuilder.kind(5)
        .at(EventBuilder.DEFAULT_CREATED_AT + 1)
        .tag("a", repository.toString())
        .signedBy(author);
  }

  static Event again(long at) {
    return announcement(ALICE, "repo", at);
  }

  void deleted() {
    assertThat(bench.send(deletion(ALICE, ALICES))).isEmpty();
  }

  List<EventId> aside(RepoAddress repository) {
    return store.aside(repository, Optional.empty(), 100).stream()
        .map(SetAsideEvent::event)
        .map(Event::id)
        .toList();
  }

  /** Work after the answer ends within seconds. */
  static void await(BooleanSupplier condition) {
    Eventually.await(condition);
  }

  static Event vanish(Signer author, long at) {
    return EventBuilder.kind(62)
        .at(EventBuilder.DEFAULT_CREATED_AT + at)
        .tag("relay", "wss://git.example.org")
        .signedBy(author);
  }
}
