package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.filter.SyncItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Of what is asked for now and then (sync.md, section 6.3), on a relay that allows one request. */
final class PeriodicRequestsTest {
  private final Wire wire = new Wire();
  private final LinkSettings settings = new LinkSettings(1, 500, false, false);
  private final RequestRules rules = new RequestRules(settings);
  private final LiveRequests live = new LiveRequests(wire, 1, rules);
  private final LinkHistory history = new LinkHistory(wire, settings, rules);
  private final PeriodicRequests periodic = new PeriodicRequests(wire, live, history, rules, at(0));
  private long answerSeconds = 5;

  private static Now at(long seconds) {
    return new Now(seconds * 1_000_000_000L, 1_700_000_000 + seconds);
  }

  private static List<SyncItem> roots(int from, int to) {
    return IntStream.range(from, to)
        .<SyncItem>mapToObj(n -> new SyncItem.OfRoot(EventId.ofWords(n, 1, 1, 1)))
        .toList();
  }

  private void cover(List<SyncItem> items) {
    live.cover(items);
    boolean _ = live.pump(0, at(0));
  }

  /** Goes on for a while; every request is answered, with nothing. Returns the values asked for. */
  private List<SortedSet<String>> asked(long fromSeconds, long toSeconds) {
    List<SortedSet<String>> values = new ArrayList<>();
    for (long second = fromSeconds; second < toSeconds; second++) {
      assertThat(periodic.follow(at(second))).as("since when something is missing").isEmpty();
      periodic.pump(at(second));
      history.pump(1, at(second));
      for (LinkAction action : wire.take()) {
        if (action instanceof LinkAction.Send(ClientMessage.Req(SubscriptionId id, var filters))) {
          second += answerSeconds;
          history.eose(id, true);
          filters.getFirst().tags().values().forEach(some -> values.add(new TreeSet<>(some)));
        }
      }
    }
    return values;
  }

  @Test
  void nobodyIsAskedForTwiceBeforeEverybodyWasAskedForOnce() {
    cover(roots(0, 6_000));
    int groups = live.rotated().size();
    assertThat(groups).isGreaterThan(20);
    List<SortedSet<String>> first = asked(0, 60 + groups * 20L);
    assertThat(first).hasSizeGreaterThanOrEqualTo(groups);
    assertThat(first.subList(0, groups).stream().flatMap(SortedSet::stream).distinct().count())
        .isEqualTo(6_000);
  }

  @Test
  void groupThatGrowsKeepsItsTurn() {
    cover(roots(0, 10));
    List<SortedSet<String>> before = asked(0, 59);
    assertThat(before).isEmpty();
    cover(roots(10, 20));
    assertThat(asked(59, 100)).hasSize(3).allMatch(values -> values.size() == 20);
  }

  @Test
  void longWaitIsNotFollowedByALongerOne() {
    cover(roots(0, 10));
    answerSeconds = Duration.ofMinutes(17).toSeconds();
    List<SortedSet<String>> asked = asked(0, Duration.ofMinutes(17 + 3).toSeconds());
    assertThat(asked).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void threadsAreAskedForFromTheirBeginningAtFirstAndWithEveryWholeSync() {
    cover(roots(0, 1));
    assertThat(walkedSince(100)).isEmpty();
    assertThat(walkedSince(100 + 3_600)).isPresent();
    periodic.restart(roots(0, 1));
    assertThat(walkedSince(100 + 7_200)).isEmpty();
    assertThat(walkedSince(100 + 10_800)).isPresent();
  }

  /** Has the threads walked now; returns since when answers to a member are asked for. */
  private OptionalLong walkedSince(long second) {
    SortedSet<EventId> members = new TreeSet<>(List.of(EventId.ofWords(7, 7, 7, 7)));
    for (long now = second; now < second + 2_400; now++) {
      OptionalLong _ = periodic.follow(at(now));
      periodic.pump(at(now));
      history.pump(1, at(now));
      for (LinkAction action : wire.take()) {
        switch (action) {
          case LinkAction.WalkThreads(var job, _) -> {
            periodic.threadsFound(job, members);
          }
          case LinkAction.Send(ClientMessage.Req(SubscriptionId id, var filters)) -> {
            history.eose(id, true);
            if (filters.getFirst().tags().toString().contains(members.first().hex())) {
              periodic.pump(at(now + 1));
              return filters.getFirst().since();
            }
          }
          default -> {}
        }
      }
    }
    throw new AssertionError("nobody asks for threads");
  }
}
