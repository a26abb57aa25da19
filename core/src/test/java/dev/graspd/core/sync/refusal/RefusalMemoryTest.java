package dev.graspd.core.sync.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.nostr.refusal.EventReason;
import dev.graspd.core.nostr.refusal.Prefix;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.ServerReason;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.refusal.RefusalMemory.Changes;
import dev.graspd.core.sync.refusal.RefusalMemory.Limits;
import dev.graspd.core.sync.refusal.RefusalMemory.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalMemoryTest {
  private static final RelayUrl R1 = RelayUrl.parse("wss://r1.example").orElseThrow();
  private static final RelayUrl R2 = RelayUrl.parse("wss://r2.example").orElseThrow();
  private static final long START = 1_700_000_000;
  private static final String OWNER = "a";
  private static final String FRIEND = "b";
  private static final String STRANGER = "c";

  private final RefusalMemory memory = new RefusalMemory(Limits.DEFAULT);

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), START + seconds);
  }

  private static long days(long days) {
    return Duration.ofDays(days).toSeconds();
  }

  private static PublicKey key(String letter) {
    return PublicKey.parse(letter.repeat(64));
  }

  private static Event event(int kind, String author, long createdAt, Tag... tags) {
    UnsignedEvent body = new UnsignedEvent(key(author), createdAt, kind, Arrays.asList(tags), "");
    return body.signed(body.id(), Signature.of(new byte[64]));
  }

  private static Event announcement(String author, String identifier, String... maintainers) {
    List<String> listed = new ArrayList<>(List.of("maintainers"));
    Arrays.stream(maintainers).map(letter -> letter.repeat(64)).forEach(listed::add);
    return event(30_617, author, 10, Tag.of("d", identifier), new Tag(listed));
  }

  private static Event state(String author, String identifier, long createdAt) {
    return event(30_618, author, createdAt, Tag.of("d", identifier));
  }

  private static List<Event> events(Retry retry) {
    return retry.events().stream().map(SentEvent::event).toList();
  }

  private Changes refuse(Event event, RelayUrl from, WhyRefused why, long seconds) {
    return memory.remember(event, from, why, at(seconds));
  }

  @Test
  void ownersAnnouncementBringsItsMaintainersBackAndThenTheirStates() {
    Event friends = announcement(FRIEND, "repo", OWNER);
    Event newer = state(FRIEND, "repo", 30);
    Event older = state(FRIEND, "repo", 20);
    Event owners = state(OWNER, "repo", 25);
    refuse(older, R1, WhyRefused.NOT_YET_VALID, 0);
    refuse(newer, R2, WhyRefused.NOT_YET_VALID, 0);
    refuse(owners, R1, WhyRefused.NOT_YET_VALID, 0);
    refuse(friends, R1, WhyRefused.NOT_LISTED_HERE, 1);

    Retry retry = memory.accepted(announcement(OWNER, "repo", FRIEND), at(2));

    assertThat(events(retry)).containsExactly(friends, newer, owners, older);
    assertThat(retry.events()).contains(new SentEvent(newer, R2), new SentEvent(friends, R1));
    assertThat(retry.ask()).isEmpty();
    assertThat(retry.delete())
        .containsExactlyInAnyOrder(friends.id(), newer.id(), owners.id(), older.id());
    assertThat(memory.isCold(friends.id())).isFalse();
    assertThat(events(memory.accepted(announcement(OWNER, "repo", FRIEND), at(3)))).isEmpty();
  }

  @Test
  void othersAreLeftAlone() {
    Event elsewhere = announcement(FRIEND, "other", OWNER);
    Event strangers = announcement(STRANGER, "repo", OWNER);
    refuse(elsewhere, R1, WhyRefused.NOT_LISTED_HERE, 0);
    refuse(strangers, R1, WhyRefused.NOT_LISTED_HERE, 0);

    Retry retry = memory.accepted(announcement(OWNER, "repo", FRIEND), at(1));

    assertThat(retry.events()).isEmpty();
    assertThat(retry.ask()).isEmpty();
    assertThat(retry.delete()).isEmpty();
    assertThat(memory.isCold(elsewhere.id())).isTrue();
    assertThat(memory.isCold(strangers.id())).isTrue();
  }

  @Test
  void afterTwoMinutesTheyAreAskedForByIdFromTheRelaysTheyCameFrom() {
    Event friends = announcement(FRIEND, "repo", OWNER);
    Event state = state(FRIEND, "repo", 20);
    refuse(friends, R1, WhyRefused.NOT_LISTED_HERE, 0);
    refuse(state, R1, WhyRefused.NOT_YET_VALID, 1);
    refuse(state, R2, WhyRefused.NOT_YET_VALID, 1);

    Retry retry = memory.accepted(announcement(OWNER, "repo", FRIEND), at(120));

    assertThat(events(retry)).containsExactly(state);
    assertThat(retry.ask())
        .containsOnlyKeys(R1)
        .containsEntry(R1, new TreeSet<>(Set.of(friends.id())));
    assertThat(retry.delete()).containsExactlyInAnyOrder(friends.id(), state.id());
  }

  @Test
  void everyRelayThatSentItIsAsked() {
    Event state = state(FRIEND, "repo", 20);
    refuse(state, R1, WhyRefused.NOT_YET_VALID, 0);
    refuse(state, R2, WhyRefused.NOT_YET_VALID, 10);
    Retry retry = memory.accepted(announcement(OWNER, "repo", FRIEND), at(days(6)));
    assertThat(retry.events()).isEmpty();
    assertThat(retry.ask().keySet()).containsExactly(R1, R2);
    assertThat(retry.ask().values()).allSatisfy(ids -> assertThat(ids).containsExactly(state.id()));
    assertThat(memory.isCold(state.id())).isFalse();
  }

  @Test
  void rowIsPutOnceAndDeletedAfterAWeek() {
    Event state = state(FRIEND, "repo", 20);
    Changes first = refuse(state, R1, WhyRefused.NOT_YET_VALID, 5);
    assertThat(first.put())
        .containsExactly(
            new RefusedRow(
                state.id(), key(FRIEND), 20, 30_618, WhyRefused.NOT_YET_VALID, START + 5));
    assertThat(first.delete()).isEmpty();
    assertThat(refuse(state, R2, WhyRefused.NOT_YET_VALID, 6).put()).isEmpty();

    assertThat(memory.expire(at(days(7) + 4)).delete()).isEmpty();
    assertThat(memory.isCold(state.id())).isTrue();
    assertThat(memory.expire(at(days(7) + 5)).delete()).containsExactly(state.id());
    assertThat(memory.isCold(state.id())).isFalse();
  }

  @Test
  void whatTheStoreKeptCountsAfterARestart() {
    Event friends = announcement(FRIEND, "repo", OWNER);
    RefusedRow row = refuse(friends, R1, WhyRefused.NOT_LISTED_HERE, days(1)).put().getFirst();
    Event comment = event(1111, FRIEND, 5);
    RefusedRow other = refuse(comment, R1, WhyRefused.OTHER, days(1)).put().getFirst();
    RefusedRow old =
        new RefusedRow(
            EventId.parse("0f".repeat(32)), key(OWNER), 1, 30_618, WhyRefused.OTHER, START);

    RefusalMemory restarted = new RefusalMemory(Limits.DEFAULT);
    Changes changes = restarted.restore(List.of(row, other, old), at(days(7)));
    assertThat(changes.delete()).containsExactly(old.id());
    assertThat(restarted.isCold(friends.id())).isTrue();

    Retry retry = restarted.accepted(announcement(OWNER, "repo", FRIEND), at(days(7)));
    assertThat(retry.delete()).containsExactly(friends.id());
    assertThat(retry.ask()).isEmpty();
    assertThat(restarted.isCold(comment.id())).isTrue();
  }

  @Test
  void orphansWaitForWhatTheyReferTo() {
    Event root = event(1621, OWNER, 10, Tag.of("a", "30617:" + OWNER.repeat(64) + ":repo"));
    Event reply = event(1111, FRIEND, 30, Tag.of("e", root.id().hex()));
    Event earlier = event(1111, STRANGER, 20, Tag.of("E", root.id().hex()), Tag.of("q", "x"));
    Event elsewhere = event(1111, STRANGER, 20, Tag.of("e", reply.id().hex()));
    for (Event orphan : List.of(reply, earlier, elsewhere)) {
      assertThat(refuse(orphan, R1, WhyRefused.ORPHAN, 0).put()).isEmpty();
      assertThat(memory.isCold(orphan.id())).isFalse();
      assertThat(memory.isOrphan(orphan.id())).isTrue();
    }
    Retry retry = memory.accepted(root, at(days(30)));
    assertThat(events(retry)).containsExactly(earlier, reply);
    assertThat(retry.delete()).isEmpty();
    assertThat(events(memory.accepted(root, at(days(30))))).isEmpty();
    assertThat(events(memory.accepted(reply, at(days(30))))).containsExactly(elsewhere);
  }

  @Test
  void orphansOfARepositoryWaitForItsAnnouncement() {
    Event issue = event(1621, FRIEND, 10, Tag.of("a", "30617:" + OWNER.repeat(64) + ":r:e:p"));
    refuse(issue, R2, WhyRefused.ORPHAN, 0);
    assertThat(memory.accepted(announcement(FRIEND, "r:e:p"), at(1)).events()).isEmpty();
    assertThat(memory.accepted(announcement(OWNER, "r"), at(1)).events()).isEmpty();
    assertThat(memory.accepted(announcement(OWNER, "r:e:p"), at(1)).events())
        .containsExactly(new SentEvent(issue, R2));
  }

  @Test
  void orphanIsTriedAgainWhenItIsNamed() {
    Event quoted = event(1, FRIEND, 10, Tag.of("e", "0f".repeat(32)));
    refuse(quoted, R1, WhyRefused.ORPHAN, 0);
    Event quoting = event(1621, OWNER, 20, Tag.of("q", quoted.id().hex()));
    assertThat(events(memory.accepted(quoting, at(1)))).containsExactly(quoted);
  }

  @Test
  void orphanThatRefersToNothingIsNotKept() {
    Event nothing = event(1, FRIEND, 10, Tag.of("e", "x"), Tag.of("p", "0f".repeat(32)));
    refuse(nothing, R1, WhyRefused.ORPHAN, 0);
    assertThat(memory.isOrphan(nothing.id())).isFalse();
    assertThat(memory.counts().orphans()).isZero();
  }

  @Test
  void whatIsAcceptedAfterAllIsForgotten() {
    Event friends = announcement(FRIEND, "repo");
    refuse(friends, R1, WhyRefused.NOT_LISTED_HERE, 0);
    Retry retry = memory.accepted(friends, at(1));
    assertThat(retry.events()).isEmpty();
    assertThat(retry.delete()).containsExactly(friends.id());
    assertThat(memory.isCold(friends.id())).isFalse();
    assertThat(memory.counts().hot()).isZero();
  }

  @Test
  void oldestLeaveWhenThereIsNoMoreRoom() {
    Event first = state(OWNER, "repo", 1);
    long bytes = KeyedEvents.heapBytes(first, 1);
    RefusalMemory small = new RefusalMemory(new Limits(2 * bytes, 3, 2, 10 * bytes));
    List<Event> states = new ArrayList<>();
    Changes changes = new Changes(List.of(), new TreeSet<>());
    for (int i = 1; i <= 4; i++) {
      states.add(state(OWNER, "repo", i));
      changes = small.remember(states.getLast(), R1, WhyRefused.NOT_YET_VALID, at(i));
    }
    assertThat(changes.delete()).containsExactly(states.get(0).id());
    assertThat(small.isCold(states.get(0).id())).isFalse();
    assertThat(small.isCold(states.get(1).id())).isTrue();
    assertThat(small.counts().hotBytes()).isEqualTo(2 * bytes);

    List<Event> orphans = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      orphans.add(event(1, OWNER, i, Tag.of("e", first.id().hex())));
      var _ = small.remember(orphans.getLast(), R1, WhyRefused.ORPHAN, at(i));
    }
    assertThat(events(small.accepted(first, at(9))))
        .containsExactly(orphans.get(1), orphans.get(2));

    Retry retry = small.accepted(announcement(OWNER, "repo"), at(10));
    assertThat(events(retry)).containsExactly(states.get(3), states.get(2));
    assertThat(retry.ask().get(R1)).containsExactly(states.get(1).id());
  }

  @Test
  void theHostThatHoldsMostMakesRoom() {
    RelayUrl otherPort = RelayUrl.parse(R2.text() + ":444").orElseThrow();
    Event first = state(OWNER, "repo", 1);
    long bytes = KeyedEvents.heapBytes(first, 1);
    RefusalMemory small = new RefusalMemory(new Limits(4 * bytes, 100, 2, 10 * bytes));
    var _ = small.remember(first, R1, WhyRefused.NOT_YET_VALID, at(1));
    for (int i = 2; i <= 20; i++) {
      RelayUrl from = i % 2 == 0 ? R2 : otherPort;
      var _ = small.remember(state(FRIEND, "repo", i), from, WhyRefused.NOT_YET_VALID, at(i));
    }
    assertThat(events(small.accepted(announcement(OWNER, "repo"), at(21)))).containsExactly(first);
  }

  @Test
  void eventsAreWeighedByHeapAndNotByJson() {
    Tag[] tags = new Tag[1_000];
    Arrays.fill(tags, Tag.of("t"));
    tags[0] = Tag.of("e", "0f".repeat(32));
    Event large = event(1, FRIEND, 1, tags);
    refuse(large, R1, WhyRefused.ORPHAN, 0);
    assertThat(memory.counts().orphanBytes()).isGreaterThan(10L * large.json().length);
  }

  @Test
  void defaultsAreThoseOfTheSpecification() {
    assertThat(Limits.DEFAULT).isEqualTo(new Limits(8 << 20, 100_000, 1_024, 8 << 20));
  }

  @Test
  void countsAreForGauges() {
    refuse(announcement(FRIEND, "repo"), R1, WhyRefused.NOT_LISTED_HERE, 0);
    refuse(state(FRIEND, "repo", 1), R1, WhyRefused.NOT_YET_VALID, 0);
    refuse(event(1111, FRIEND, 1), R1, WhyRefused.OTHER, 0);
    refuse(event(1, FRIEND, 1, Tag.of("e", "0f".repeat(32))), R1, WhyRefused.ORPHAN, 0);
    RefusalMemory.Counts counts = memory.counts();
    assertThat(counts.hot()).isEqualTo(2);
    assertThat(counts.hotBytes()).isPositive();
    assertThat(counts.cold())
        .isEqualTo(
            Map.of(
                WhyRefused.NOT_LISTED_HERE, 1, WhyRefused.NOT_YET_VALID, 1, WhyRefused.OTHER, 1));
    assertThat(counts.orphans()).isEqualTo(1);
    assertThat(counts.orphanBytes()).isPositive();
    memory.expire(at(120));
    assertThat(memory.counts().hot()).isZero();
    assertThat(memory.counts().hotBytes()).isZero();
  }

  @ParameterizedTest
  @MethodSource("dev.graspd.core.nostr.refusal.Reason#all")
  void refusalsOfTheMomentAreNeverRemembered(Reason reason) {
    boolean ofTheMoment = Set.of(Prefix.RATE_LIMITED, Prefix.ERROR).contains(reason.prefix());
    assertThat(WhyRefused.of(reason).isPresent() && ofTheMoment).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "ANNOUNCEMENT_ELSEWHERE, NOT_LISTED_HERE",
    "NO_ANNOUNCEMENT, NOT_YET_VALID",
    "NOT_A_MAINTAINER, NOT_YET_VALID",
    "EVENT_UNRELATED, ORPHAN",
    "PULL_REQUEST_UNRELATED, ORPHAN",
    "REPOSITORY_UNWELCOME, OTHER",
    "EXPIRED, OTHER",
    "POW_TOO_LOW, OTHER",
    // Made before the signature was checked: the forger of the copy chose the id.
    "WRONG_ID,",
    "WRONG_SIGNATURE,",
    "MALFORMED_EVENT,",
    "EVENT_TOO_LARGE,",
    "TOO_MANY_TAGS,",
    "TOO_MANY_TAG_ITEMS,",
    // The store remembers them by itself.
    "DELETED,",
    "VANISHED,",
    // They pass.
    "CREATED_IN_THE_FUTURE,",
    "AUTHOR_UNRELATED,"
  })
  void reasonsDecideWhatIsRemembered(EventReason reason, WhyRefused why) {
    assertThat(WhyRefused.of(reason).orElse(null)).isEqualTo(why);
  }

  @ParameterizedTest
  @EnumSource(ServerReason.class)
  void refusalsForTheStateOfTheServerAreNotRemembered(ServerReason reason) {
    assertThat(WhyRefused.of(reason)).isEmpty();
  }

  @Test
  void storeHasExactlyTheRowsThatAreRemembered() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RefusalMemory any = new RefusalMemory(new Limits(12_000, 10, 5, 6_000));
      Set<EventId> rows = new HashSet<>();
      Set<EventId> seen = new HashSet<>();
      long now = 0;
      for (int step = 0; step < 200; step++) {
        now += random.nextInt(10) == 0 ? random.nextInt(400_000) : random.nextInt(60);
        Event event = any(random);
        seen.add(event.id());
        if (random.nextInt(5) > 0) {
          WhyRefused why = List.of(WhyRefused.values()).get(random.nextInt(4));
          Changes changes = any.remember(event, random.nextBoolean() ? R1 : R2, why, at(now));
          changes.put().forEach(row -> rows.add(row.id()));
          rows.removeAll(changes.delete());
        } else {
          rows.removeAll(any.accepted(event, at(now)).delete());
        }
        check(any, rows, seen, seed);
      }
    }
  }

  private static Event any(SplittableRandom random) {
    String author = List.of(OWNER, FRIEND, STRANGER).get(random.nextInt(3));
    long createdAt = random.nextInt(5);
    return switch (random.nextInt(3)) {
      case 0 -> announcement(author, "r" + random.nextInt(2), OWNER, FRIEND);
      case 1 -> state(author, "r" + random.nextInt(2), createdAt);
      default -> event(1111, author, createdAt, Tag.of("a", "30617:" + OWNER.repeat(64) + ":r1"));
    };
  }

  private static void check(RefusalMemory memory, Set<EventId> rows, Set<EventId> seen, long seed) {
    assertThat(seen.stream().filter(memory::isCold).toList())
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(rows);
    assertThat(rows).hasSizeLessThanOrEqualTo(10);
    RefusalMemory.Counts counts = memory.counts();
    assertThat(counts.hotBytes()).as("seed %d", seed).isBetween(0L, 12_000L);
    assertThat(counts.orphans()).as("seed %d", seed).isBetween(0, 5);
    assertThat(counts.orphanBytes()).as("seed %d", seed).isBetween(0L, 6_000L);
    assertThat(counts.hot() == 0).isEqualTo(counts.hotBytes() == 0);
  }
}
