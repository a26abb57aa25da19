package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.negentropy.Message;
import dev.graspd.core.negentropy.Responder;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.ClientMessageJson;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.relays.ReadingMachine;
import dev.graspd.core.sync.relays.RelayPhase;
import dev.graspd.core.sync.relays.RelayView;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import dev.graspd.core.sync.relays.SyncMachines;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long our messages are for a relay that takes short ones only (sync.md, section 5). */
final class MessageLengthTest {
  private static final RelayUrl RELAY = RelayUrl.parse("wss://one.example.org").orElseThrow();
  private static final int ITEMS = 3_000;

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), 1_700_000_000 + seconds);
  }

  private static ItemSet items(long owner) {
    return SummarySet.of(
            LongStream.range(0, ITEMS)
                .mapToObj(n -> new Item(1_600_000_000 + n, EventId.ofWords(owner, 7, 7, n)))
                .toList())
        .snapshot();
  }

  private static SortedSet<SyncItem> wanted() {
    SortedSet<SyncItem> wanted = new TreeSet<>(List.of(new SyncItem.Announcements()));
    for (int i = 0; i < 400; i++) {
      wanted.add(new SyncItem.OfRoot(EventId.ofWords(i, 2, 3, 4)));
      RepoAddress repo =
          new RepoAddress(PublicKey.parse("%064x".formatted(5)), new Identifier("repo" + i));
      wanted.add(new SyncItem.OfRepo(repo, SyncLevel.FULL));
    }
    return wanted;
  }

  /** A connection with a relay that knows of everything else, and the longest of our messages. */
  private static final class Talk {
    private final LinkMachine link;
    private final Deque<LinkInput> inputs = new ArrayDeque<>();
    private final ItemSet theirs = items(2);
    private int longest;
    private int comparisons;
    private int ids;

    Talk(int messageBytes) {
      link = new LinkMachine(new LinkSettings(20, 500, true, false, messageBytes), at(0));
    }

    /** Everything is asked and answered. */
    void run(LinkInput... first) {
      inputs.addAll(List.of(first));
      int seconds = 0;
      while (!inputs.isEmpty()) {
        link.on(inputs.remove(), at(seconds++)).forEach(this::perform);
      }
    }

    private void perform(LinkAction action) {
      switch (action) {
        case LinkAction.Send(var message) -> {
          longest = Math.max(longest, ClientMessageJson.write(message).length);
          answer(message);
        }
        case LinkAction.NeedSet(var job, _) -> inputs.add(new LinkInput.SetReady(job, items(1)));
        case LinkAction.Sift(var job, var named, _) -> inputs.add(new LinkInput.Sifted(job, named));
        default -> {}
      }
    }

    private void answer(ClientMessage message) {
      switch (message) {
        case ClientMessage.Req(var id, var filters) -> {
          SortedSet<EventId> named = filters.getFirst().ids();
          ids += named == null ? 0 : named.size();
          inputs.add(new LinkInput.Heard(new FromRelay.Eose(id, true)));
        }
        case ClientMessage.NegOpen(var id, _, var bytes) -> {
          comparisons++;
          inputs.add(new LinkInput.Heard(compared(id, bytes)));
        }
        case ClientMessage.NegMsg(var id, var bytes) ->
            inputs.add(new LinkInput.Heard(compared(id, bytes)));
        default -> {}
      }
    }

    private FromRelay compared(SubscriptionId id, byte[] bytes) {
      return switch (new Responder(theirs, FrameLimit.DEFAULT).respond(Message.of(bytes))) {
        case Responder.Answer.Reply(var message) -> new FromRelay.NegMsg(id, message.bytes());
        case Responder.Answer.Refused(var why) -> throw new AssertionError(why);
      };
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_024, 4_096, 16_384, 65_536, 131_072})
  void nothingIsLongerThanThreeQuartersOfWhatTheRelayTakes(int stated) {
    Talk talk = new Talk(LinkSettings.messageBytes(OptionalInt.of(stated)));
    talk.run(
        new LinkInput.Cover(wanted()),
        new LinkInput.FetchHistory(1, wanted(), OptionalLong.empty(), EventSource.STARTUP),
        new LinkInput.Ask(
            new TreeSet<>(
                LongStream.range(0, 1_000).mapToObj(n -> EventId.ofWords(8, 8, 8, n)).toList())));
    assertThat(talk.longest).isBetween(stated / 4, 3 * stated / 4);
    assertThat(talk.ids).isGreaterThanOrEqualTo(1_000);
    if (stated >= 16_384) {
      assertThat(talk.comparisons).as("sets are still compared").isPositive();
      assertThat(talk.ids).as("what the relay has and we lack").isGreaterThan(ITEMS);
    }
  }

  @Test
  void relayThatSaysNothingGetsTheUsualRequests() {
    assertThat(LinkSettings.messageBytes(OptionalInt.empty())).isEqualTo(128 * 1024);
    RequestRules rules = new RequestRules(LinkSettings.usual());
    assertThat(rules.filterBytes()).isEqualTo(32 * 1024);
    assertThat(rules.requestBytes()).isEqualTo(96 * 1024);
    assertThat(rules.idsMax()).isEqualTo(300);
    assertThat(rules.frameLimit()).hasValue(FrameLimit.DEFAULT);
  }

  // ---- code 1009

  private final ReadingMachine sync = SyncMachines.withBootstrap(RELAY, at(0));

  private static long dialled(List<SyncAction> actions) {
    return actions.stream()
        .filter(SyncAction.Dial.class::isInstance)
        .map(action -> ((SyncAction.Dial) action).epoch())
        .findFirst()
        .orElseThrow(() -> new AssertionError("not dialled: " + actions));
  }

  private List<SyncAction> tooLong(long epoch, int bytes) {
    return sync.on(
        new SyncInput.Reported(RELAY, epoch, new LinkReport.MessageTooLong(bytes)), at(2));
  }

  @Test
  void code1009HalvesTheLengthAndIsNoFailure() {
    long first = dialled(sync.on(new SyncInput.LogRead(), at(0)));
    assertThat(sync.on(new SyncInput.Connected(RELAY, first), at(1)))
        .noneMatch(action -> action instanceof SyncAction.Tell(_, _, LinkInput.Learned _));
    long second = dialled(tooLong(first, 98_304));
    RelayView view = sync.views(at(2)).getFirst();
    assertThat(view.failures()).isZero();
    assertThat(view.phase()).isEqualTo(RelayPhase.CONNECTING);
    assertThat(sync.on(new SyncInput.Connected(RELAY, second), at(2)).getFirst())
        .isEqualTo(
            new SyncAction.Tell(
                RELAY, second, new LinkInput.Learned(OptionalInt.of(49_152), new TreeMap<>())));
  }

  @Test
  void oneThatTakesNoMessageAtAllFailsLikeAnyOther() {
    long epoch = dialled(sync.on(new SyncInput.LogRead(), at(0)));
    sync.on(new SyncInput.Connected(RELAY, epoch), at(1));
    assertThat(tooLong(epoch, LinkSettings.MESSAGE_BYTES_MIN)).isEmpty();
    sync.on(new SyncInput.Disconnected(RELAY, epoch, "code 1009"), at(2));
    assertThat(sync.views(at(2)).getFirst().failures()).isEqualTo(1);
  }

  @Test
  void theLengthInForceIsReported() {
    LinkMachine link = new LinkMachine(new LinkSettings(20, 500, true, false, 20_000), at(0));
    link.on(new LinkInput.Learned(OptionalInt.of(10_000), new TreeMap<>()), at(0));
    assertThat(link.on(new LinkInput.TooLong(), at(1)))
        .contains(new LinkAction.Report(new LinkReport.MessageTooLong(10_000)));
  }
}
