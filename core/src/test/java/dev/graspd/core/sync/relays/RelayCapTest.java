package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many relays are dialled and connected to at once (sync.md, section 7). */
final class RelayCapTest {
  private static final int CAP = 3;
  private static final PublicKey OWNER = PublicKey.parse("%064x".formatted(5));
  private static final RelayUrl BOOTSTRAP = RelayUrl.parse("wss://z.example.org").orElseThrow();

  private final ReadingMachine machine =
      new ReadingMachine(
          new SyncSettings(
              new TreeSet<>(List.of(BOOTSTRAP)),
              Duration.ofSeconds(5),
              Duration.ZERO,
              Duration.ofSeconds(2),
              CAP,
              Duration.ofHours(12),
              HealthSettings.DEFAULT),
          new SplittableRandom(1),
          at(0));

  /** Sockets that are open or being opened, by epoch: what the relays see of us. */
  private final Map<Long, RelayUrl> sockets = new TreeMap<>();

  /** Sockets that we have said goodbye on. */
  private final Map<Long, RelayUrl> leaving = new TreeMap<>();

  /** What of the past is here, and not reported yet. */
  private final List<SyncInput> batches = new ArrayList<>();

  private int repositories;

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), 1_700_000_000 + seconds);
  }

  private static RelayUrl relay(int number) {
    return RelayUrl.parse("wss://r%02d.example.org".formatted(number)).orElseThrow();
  }

  private static List<RelayUrl> relays(int from, int to) {
    return IntStream.range(from, to).mapToObj(RelayCapTest::relay).toList();
  }

  private void announce(Now now, List<RelayUrl> relays) {
    repositories++;
    RepoAddress repo = new RepoAddress(OWNER, new Identifier("repo" + repositories));
    tell(SyncMachines.announced(repo, SyncLevel.FULL, relays.toArray(RelayUrl[]::new)), now);
  }

  /** Tells the machine, does what it says, and counts. */
  private void tell(SyncInput input, Now now) {
    for (SyncAction action : machine.on(input, now)) {
      switch (action) {
        case SyncAction.Dial(var url, var epoch, _) -> sockets.put(epoch, url);
        case SyncAction.HangUp(var url, var epoch, _) -> leaving.put(epoch, url);
        case SyncAction.Tell(var url, var epoch, LinkInput.FetchHistory fetch) ->
            batches.add(
                new SyncInput.Reported(url, epoch, new LinkReport.BatchDone(fetch.batch())));
        case SyncAction.Tell _, SyncAction.Note _, SyncAction.Read _ -> {}
      }
      assertThat(sockets.values().stream().filter(url -> !url.equals(BOOTSTRAP)))
          .as("after %s at %d s", input, now.epochSeconds() - 1_700_000_000)
          .hasSizeLessThanOrEqualTo(CAP);
    }
  }

  /** Passes time; attempts succeed when they are due. */
  private void pass(long fromSeconds, long toSeconds) {
    for (long second = fromSeconds; second <= toSeconds; second++) {
      Now now = at(second);
      for (Map.Entry<Long, RelayUrl> socket : List.copyOf(sockets.entrySet())) {
        if (!leaving.containsKey(socket.getKey())) {
          tell(new SyncInput.Connected(socket.getValue(), socket.getKey()), now);
        }
      }
      List<SyncInput> done = List.copyOf(batches);
      batches.clear();
      done.forEach(report -> tell(report, now));
      OptionalLong wake = machine.nextWakeNanos();
      if (wake.isPresent() && wake.getAsLong() <= now.nanos()) {
        tell(new SyncInput.Woken(), now);
      }
    }
  }

  /** The goodbyes are answered. */
  private void end(Now now) {
    Map<Long, RelayUrl> ended = new TreeMap<>(leaving);
    leaving.clear();
    ended.forEach((epoch, url) -> {
      sockets.remove(epoch);
      tell(new SyncInput.Disconnected(url, epoch, "goodbye"), now);
    });
  }

  @Test
  void neverMoreThanTheCapThoughAllBecomeKnownAtOnce() {
    announce(at(0), relays(0, 35));
    tell(new SyncInput.LogRead(), at(0));
    pass(1, 60);
    assertThat(sockets.values())
        .as("the bootstrap relay is not counted")
        .containsExactlyInAnyOrder(relay(0), relay(1), relay(2), BOOTSTRAP);
  }

  @Test
  void neverMoreThanTheCapThoughTheyBecomeKnownOneByOne() {
    tell(new SyncInput.LogRead(), at(0));
    for (int i = 0; i < 35; i++) {
      announce(at(10L * i), relays(i, i + 1));
      pass(10L * i + 1, 10L * i + 9);
    }
    assertThat(leaving).as("equals do not take the place of who is there").isEmpty();
    assertThat(sockets).hasSize(CAP + 1);
  }

  @Test
  void whoHasMoreRepositoriesTakesThePlaceWhenTheOtherSocketIsGone() {
    announce(at(0), relays(0, 3));
    tell(new SyncInput.LogRead(), at(0));
    pass(1, 10);
    announce(at(11), relays(5, 6));
    announce(at(11), relays(5, 6));
    pass(12, 30);
    assertThat(leaving.values()).containsExactly(relay(2));
    assertThat(sockets.values()).as("its socket is still open").doesNotContain(relay(5));
    end(at(31));
    pass(32, 33);
    assertThat(sockets.values()).containsExactlyInAnyOrder(relay(0), relay(1), relay(5), BOOTSTRAP);
  }

  @Test
  void placeOfOneThatIsNotNeededAnyMoreIsFilled() {
    tell(new SyncInput.LogRead(), at(0));
    announce(at(0), relays(0, 4));
    pass(1, 20);
    RepoAddress first = new RepoAddress(OWNER, new Identifier("repo1"));
    tell(
        SyncMachines.announced(first, SyncLevel.FULL, relays(1, 4).toArray(RelayUrl[]::new)),
        at(21));
    pass(22, 40);
    end(at(41));
    pass(42, 50);
    assertThat(sockets.values()).containsExactlyInAnyOrder(relay(1), relay(2), relay(3), BOOTSTRAP);
  }
}
