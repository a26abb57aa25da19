package dev.graspd.server.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportPlan.Found;
import dev.graspd.server.migrate.ImportPlan.Held;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.testkit.TestKeys;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an import brings, and in which order (M-2, M-4, M-8). */
class ImportPlanTest {
  private static final PublicKey SERVER = TestKeys.CAROL.publicKey();
  private static final long NOW = 1_000;

  private static Event event(int kind, long createdAt, PublicKey author) {
    UnsignedEvent body = new UnsignedEvent(author, createdAt, kind, List.of(), "");
    EventId id = body.id();
    return body.signed(id, Signature.of(new byte[Signature.BYTES]));
  }

  private static Event event(int kind, long createdAt) {
    return event(kind, createdAt, TestKeys.ALICE.publicKey());
  }

  private static ImportPlan plan(Found found) throws IOException {
    return ImportPlan.of(found, Optional.of(SERVER), NOW);
  }

  private static Item item(Event event) {
    return Item.of(event, () -> event);
  }

  private static Found stored(Event... events) {
    return new Found(
        Stream.of(events).map(ImportPlanTest::item).toList(), List.of(), List.of(), 0, 0, 0);
  }

  private static void assertOnly(ImportPlan plan, Event event, Category category) {
    assertThat(plan.events()).extracting(Item::id).containsExactly(event.id());
    assertThat(plan.events()).extracting(Item::category).containsExactly(category);
  }

  @Test
  void deletionsComeFirstThenRepositoriesThenRootsThenTheRestByDate() throws IOException {
    Event comment = event(1_111, 1);
    Event issue = event(1_621, 5);
    Event request = event(1_618, 4);
    Event state = event(30_618, 2);
    Event announcement = event(30_617, 9);
    Event deletion = event(5, 8);
    Event vanish = event(62, 7);
    assertThat(
            plan(stored(comment, issue, request, state, announcement, deletion, vanish)).events())
        .extracting(Item::id)
        .containsExactly(
            vanish.id(),
            deletion.id(),
            announcement.id(),
            state.id(),
            request.id(),
            issue.id(),
            comment.id());
  }

  @Test
  void eventsAboutTheServerItselfAreItsSuccessors() throws IOException {
    Event profile = event(0, 1, SERVER);
    Event relays = event(10_002, 1, SERVER);
    Event other = event(0, 1);
    ImportPlan plan = plan(stored(profile, relays, other));
    assertThat(plan.own()).extracting(Item::id).containsExactly(profile.id(), relays.id());
    assertOnly(plan, other, Category.OTHERS);
  }

  @Test
  void heldEventsComeWhileTheirTimeLasts() throws IOException {
    Event waits = event(30_618, 1);
    Event late = event(30_618, 2);
    ImportPlan plan =
        plan(
            new Found(
                List.of(),
                List.of(),
                List.of(new Held(item(waits), NOW + 1), new Held(item(late), NOW)),
                0,
                0,
                0));
    assertOnly(plan, waits, Category.HELD);
    assertThat(plan.leftOut().get(Category.HELD))
        .isEqualTo(new TreeMap<>(Map.of(ImportPlan.EXPIRED, 1L)));
  }

  @Test
  void servedEventThatAlsoWaitsCountsAsServed() throws IOException {
    Event state = event(30_618, 1);
    ImportPlan plan =
        plan(
            new Found(
                List.of(item(state)), List.of(), List.of(new Held(item(state), NOW + 1)), 0, 0, 0));
    assertOnly(plan, state, Category.STATES);
    assertThat(plan.found()).isEqualTo(new TreeMap<>(Map.of(Category.STATES, 1L)));
  }

  private static Event repositoryEvent(int kind, long createdAt) {
    UnsignedEvent body =
        new UnsignedEvent(
            TestKeys.ALICE.publicKey(),
            createdAt,
            kind,
            List.of(new Tag(List.of("d", "gone"))),
            "");
    return body.signed(body.id(), Signature.of(new byte[Signature.BYTES]));
  }

  private static Event deletion(long createdAt) {
    Tag target = new Tag(List.of("a", "30617:" + TestKeys.ALICE.publicKey().hex() + ":gone"));
    UnsignedEvent body =
        new UnsignedEvent(TestKeys.ALICE.publicKey(), createdAt, 5, List.of(target), "");
    return body.signed(body.id(), Signature.of(new byte[Signature.BYTES]));
  }

  private static ImportPlan keptPlan(
      String source, long since, boolean isLast, boolean isSigned, Event... stored)
      throws IOException {
    ImportPlan.Kept kept =
        new ImportPlan.Kept(
            RepoAddress.parse("30617:" + TestKeys.ALICE.publicKey().hex() + ":gone").orElseThrow(),
            source,
            since,
            Optional.empty(),
            List.of(item(repositoryEvent(30_617, 3)).as(Category.KEPT)));
    return ImportPlan.of(
        new Found(
            Stream.of(stored).map(ImportPlanTest::item).toList(),
            List.of(),
            List.of(),
            0,
            0,
            0,
            List.of(kept)),
        new ImportPlan.Circumstances(Optional.empty(), NOW, 100, isLast, _ -> isSigned));
  }

  @Test
  void keptRepositoryComesWithItsState() throws IOException {
    Event state = repositoryEvent(30_618, 4);
    ImportPlan plan = keptPlan("nip09", NOW, true, true, state, deletion(5));
    assertThat(plan.kept()).hasSize(1);
    assertThat(plan.kept().getFirst().events())
        .extracting(Item::category)
        .containsExactly(Category.KEPT, Category.STATES);
    assertOnly(plan, deletion(5), Category.DELETIONS);
    assertThat(plan.found())
        .containsEntry(Category.KEPT, 1L)
        .containsEntry(Category.STATES, 1L)
        .containsEntry(Category.DELETIONS, 1L);
  }

  @Test
  void whatIsNotKeptHereHasItsReason() throws IOException {
    assertReason(ImportPlan.VANISHED, keptPlan("nip62", NOW, true, true, deletion(5)));
    assertReason(ImportPlan.BY_LIST, keptPlan("blacklist", NOW, true, true, deletion(5)));
    assertReason(ImportPlan.EXPIRED, keptPlan("nip09", NOW - 100, true, true, deletion(5)));
    assertReason(ImportPlan.NO_DELETION, keptPlan("nip09", NOW, true, true));
    assertReason(ImportPlan.NO_DELETION, keptPlan("nip09", NOW, true, true, deletion(2)));
    assertReason(ImportPlan.NO_DELETION, keptPlan("nip09", NOW, true, false, deletion(5)));
    assertReason(
        ImportPlan.AGAIN,
        keptPlan("nip09", NOW, true, true, deletion(5), repositoryEvent(30_617, 6)));
  }

  private static void assertReason(String reason, ImportPlan plan) {
    assertThat(plan.kept()).isEmpty();
    assertThat(plan.leftOut().get(Category.KEPT)).isEqualTo(new TreeMap<>(Map.of(reason, 1L)));
  }

  /** An early deletion would keep away what the last pass brings. */
  @Test
  void deletionOfARepositoryWaitsForTheLastPass() throws IOException {
    ImportPlan early = keptPlan("nip09", NOW, false, true, deletion(5));
    assertThat(early.events()).isEmpty();
    assertThat(early.deferred()).extracting(Item::id).containsExactly(deletion(5).id());
    ImportPlan again = keptPlan("nip09", NOW, false, true, deletion(5), repositoryEvent(30_617, 6));
    assertThat(again.deferred()).isEmpty();
    assertThat(again.events()).hasSize(2);
  }

  @Test
  void everyInputIsFoundOnce() throws IOException {
    Event state = event(30_618, 1);
    Event profile = event(0, 1, SERVER);
    ImportPlan plan =
        plan(
            new Found(
                List.of(item(state), item(state), item(profile)),
                List.of(item(event(5, 1)), item(event(9_907, 1))),
                List.of(new Held(item(event(30_618, 2)), NOW)),
                2,
                3,
                4));
    assertThat(plan.found())
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    Category.STATES, 1L,
                    Category.OTHERS, 1L,
                    Category.DELETIONS, 1L,
                    Category.HELD, 1L,
                    Category.KEPT, 6L,
                    Category.PLACEHOLDERS, 4L)));
  }

  @Test
  void onlyRequestsAreTakenFromTheRememberedOnes() throws IOException {
    Event deletion = event(5, 1);
    ImportPlan plan =
        plan(
            new Found(
                List.of(), List.of(item(deletion), item(event(9_907, 1))), List.of(), 0, 0, 0));
    assertOnly(plan, deletion, Category.DELETIONS);
  }

  @Test
  void whatIsNotBroughtIsCountedWithItsReason() throws IOException {
    ImportPlan plan = plan(new Found(List.of(), List.of(), List.of(), 2, 3, 4));
    assertThat(plan.leftOut().get(Category.KEPT))
        .containsEntry(ImportPlan.KEPT, 2L)
        .containsEntry(ImportPlan.SUPERSEDED, 3L);
    assertThat(plan.leftOut().get(Category.PLACEHOLDERS)).containsEntry(ImportPlan.PLACEHOLDER, 4L);
    assertThat(Category.KEPT.isServed()).isFalse();
  }
}
