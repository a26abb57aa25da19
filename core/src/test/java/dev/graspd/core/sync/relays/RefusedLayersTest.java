package dev.graspd.core.sync.relays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.filter.LayerGroup;
import dev.graspd.core.sync.filter.SyncItem;
import dev.graspd.core.sync.filter.SyncLevel;
import dev.graspd.core.sync.link.LayerRefusals;
import dev.graspd.core.sync.link.LinkAction;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkMachine;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.link.LinkSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Relays that refuse some of our requests, or all of them (sync.md, section 6.2). */
final class RefusedLayersTest {
  private static final RepoAddress REPO =
      new RepoAddress(PublicKey.parse("%064x".formatted(5)), new Identifier("repo"));
  private static final SortedSet<SyncItem> ITEMS =
      new TreeSet<>(
          List.of(
              new SyncItem.Announcements(),
              new SyncItem.OfRepo(REPO, SyncLevel.FULL),
              new SyncItem.OfRoot(EventId.ofWords(1, 2, 3, 4))));
  private static final String FINE = "";

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), 1_700_000_000 + seconds);
  }

  /** What a request asks for, by the first of its filters. */
  private static LayerGroup groupOf(Filter filter) {
    if (filter.tags().isEmpty()) {
      return LayerGroup.ANNOUNCEMENTS;
    }
    if (filter.tags().containsKey('d')) {
      return LayerGroup.STATES;
    }
    boolean names =
        filter.tags().values().stream().flatMap(SortedSet::stream).anyMatch(v -> v.contains(":"));
    return names ? LayerGroup.REPOSITORIES : LayerGroup.ROOTS;
  }

  private record Asked(long second, List<Filter> filters) {
    LayerGroup group() {
      return groupOf(filters.getFirst());
    }

    boolean isLive() {
      return filters.getFirst().limit().equals(OptionalInt.of(0));
    }
  }

  /** A connection and a relay that has nothing, and closes requests as its policy says. */
  private static final class Talk {
    private final LinkMachine link;
    private final Function<List<Filter>, String> policy;
    private final Deque<LinkInput> inputs = new ArrayDeque<>();
    private final List<Asked> asked = new ArrayList<>();
    private final List<LinkReport> reports = new ArrayList<>();
    private final SortedMap<String, LayerGroup> open = new TreeMap<>();
    private boolean hungUp;
    private long second;
    private long retrySecond;

    Talk(int subscriptions, Function<List<Filter>, String> policy) {
      this.link = new LinkMachine(new LinkSettings(subscriptions, 500, false, false), at(0));
      this.policy = policy;
    }

    Talk(Function<List<Filter>, String> policy) {
      this(20, policy);
    }

    Talk begin() {
      tell(new LinkInput.Cover(ITEMS));
      fetch();
      return this;
    }

    private void fetch() {
      tell(new LinkInput.FetchHistory(1, ITEMS, OptionalLong.empty(), EventSource.STARTUP));
    }

    void tell(LinkInput first) {
      inputs.add(first);
      while (!inputs.isEmpty()) {
        link.on(inputs.remove(), at(second)).forEach(this::perform);
      }
    }

    /** Passes time; the connection is alive, and what failed is tried again. */
    Talk until(long end) {
      while (second < end && !hungUp) {
        second++;
        if (second == retrySecond) {
          fetch();
        }
        tell(second % 20 == 0 ? new LinkInput.Ponged() : new LinkInput.Woken());
      }
      return this;
    }

    private void perform(LinkAction action) {
      switch (action) {
        case LinkAction.Send(ClientMessage.Req(var id, var filters)) -> answer(id, filters);
        case LinkAction.Send(ClientMessage.Close(var id)) -> open.remove(id.text());
        case LinkAction.Report(var report) -> {
          reports.add(report);
          retrySecond = report instanceof LinkReport.BatchFailed ? second + 30 : retrySecond;
        }
        case LinkAction.HangUp _ -> hungUp = true;
        default -> {}
      }
    }

    private void answer(SubscriptionId id, List<Filter> filters) {
      Asked one = new Asked(second, filters);
      asked.add(one);
      String refusal = policy.apply(filters);
      if (refusal.equals(FINE)) {
        open.put(id.text(), one.group());
        inputs.add(new LinkInput.Heard(new FromRelay.Eose(id, true)));
      } else {
        inputs.add(new LinkInput.Heard(new FromRelay.Closed(id, refusal)));
      }
    }

    List<Long> secondsOf(LayerGroup group) {
      return asked.stream()
          .filter(one -> one.isLive() && one.group() == group)
          .map(Asked::second)
          .toList();
    }
  }

  private static String refuse(List<Filter> filters, String text, LayerGroup... groups) {
    boolean refused = filters.stream().anyMatch(one -> List.of(groups).contains(groupOf(one)));
    return refused ? text : FINE;
  }

  @Test
  void layersAreAskedForApart() {
    Talk talk = new Talk(_ -> FINE).begin();
    assertThat(talk.asked)
        .filteredOn(Asked::isLive)
        .hasSize(4)
        .allSatisfy(
            one -> assertThat(one.filters()).allMatch(filter -> groupOf(filter) == one.group()));
    assertThat(talk.open.values()).containsExactlyInAnyOrder(LayerGroup.values());
    assertThat(talk.reports).contains(new LinkReport.BatchDone(1));
  }

  /** The stock policy of khatru. */
  private static String wantsKinds(List<Filter> filters) {
    boolean fine =
        filters.stream()
            .allMatch(
                one -> one.authors() != null || (one.kinds() != null && !one.kinds().contains(1)));
    return fine ? FINE : "blocked: an author must be specified to get their kind:1 notes";
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 20})
  void whoRefusesFiltersWithoutKindsIsAskedWithThem(int subscriptions) {
    Talk talk = new Talk(subscriptions, RefusedLayersTest::wantsKinds).begin().until(300);
    assertThat(talk.hungUp).isFalse();
    assertThat(talk.reports)
        .contains(new LinkReport.BatchDone(1))
        .noneMatch(LinkReport.BatchFailed.class::isInstance)
        .noneMatch(report ->
            report instanceof LinkReport.LayerRefused(_, var step, _)
                && step == LayerRefusals.LEFT_OUT);
    if (subscriptions == 20) {
      assertThat(talk.open.values()).contains(LayerGroup.values());
    } else {
      assertThat(talk.open).isNotEmpty();
    }
  }

  @Test
  void refusedLayerIsLeftOutUntilTheDailySyncAndTheOthersStay() {
    Talk talk =
        new Talk(filters ->
            refuse(filters, "restricted: no", LayerGroup.REPOSITORIES, LayerGroup.ROOTS));
    talk.begin().until(3 * 3_600);
    assertThat(talk.hungUp).isFalse();
    assertThat(talk.open.values())
        .containsExactlyInAnyOrder(LayerGroup.ANNOUNCEMENTS, LayerGroup.STATES);
    assertThat(talk.reports)
        .contains(
            new LinkReport.BatchDone(1),
            new LinkReport.LayerRefused(LayerGroup.ROOTS, LayerRefusals.LEFT_OUT, "restricted: no"))
        .noneMatch(LinkReport.Refused.class::isInstance);
    long late = 120;
    assertThat(talk.asked)
        .filteredOn(one -> one.group().isOfAllKinds())
        .isNotEmpty()
        .allMatch(one -> one.second() < late);
    talk.tell(new LinkInput.AskForAll());
    assertThat(talk.secondsOf(LayerGroup.REPOSITORIES)).contains(3L * 3_600);
    assertThat(talk.reports)
        .anyMatch(report ->
            report instanceof LinkReport.CaughtUp(var until) && until > 1_700_000_000 + 3_600);
  }

  @Test
  void onlyWhoRefusesAnnouncementsAndStatesTooDoesNotWantUs() {
    Talk states =
        new Talk(filters -> refuse(filters, "restricted: no", LayerGroup.STATES))
            .begin()
            .until(3_600);
    assertThat(states.hungUp).isFalse();
    assertThat(states.open.values()).contains(LayerGroup.ANNOUNCEMENTS, LayerGroup.ROOTS);
    Talk all = new Talk(_ -> "restricted: not you").begin().until(3_600);
    assertThat(all.hungUp).isTrue();
    assertThat(all.second).as("not at the first refusal").isBetween(30L, 120L);
    assertThat(all.reports).contains(new LinkReport.Refused("restricted: not you"));
  }

  @Test
  void authenticationThatFailsIsARefusal() {
    Talk talk = new Talk(_ -> "auth-required: who are you?").begin().until(3_600);
    assertThat(talk.hungUp).isTrue();
    assertThat(talk.reports).anyMatch(LinkReport.Refused.class::isInstance);
  }

  @ParameterizedTest
  @ValueSource(strings = {"error: oops", "invalid: what?", "unsupported: no", "no idea"})
  void otherPrefixesAreTemporaryAndAskedForLaterAndLater(String text) {
    Talk talk =
        new Talk(filters -> refuse(filters, text, LayerGroup.ANNOUNCEMENTS)).begin().until(4_000);
    assertThat(talk.hungUp).isFalse();
    assertThat(talk.reports)
        .noneMatch(LinkReport.Refused.class::isInstance)
        .noneMatch(LinkReport.LayerRefused.class::isInstance);
    assertThat(talk.secondsOf(LayerGroup.ANNOUNCEMENTS))
        .startsWith(0L, 30L, 90L, 210L, 450L, 930L, 1_830L, 2_730L);
    assertThat(talk.open.values())
        .contains(LayerGroup.STATES, LayerGroup.REPOSITORIES, LayerGroup.ROOTS);
  }

  /** Closes what is open of these layers. */
  private static void close(Talk talk, LayerGroup group, String text) {
    String id =
        talk.open.entrySet().stream()
            .filter(entry -> entry.getValue() == group)
            .findFirst()
            .orElseThrow()
            .getKey();
    talk.open.remove(id);
    talk.tell(new LinkInput.Heard(new FromRelay.Closed(new SubscriptionId(id), text)));
  }

  @Test
  void failuresAndRefusalsAreForgottenAfterAnHourWithout() {
    Talk talk = new Talk(_ -> FINE).begin();
    for (int i = 0; i < 3; i++) {
      long closed = talk.second;
      close(talk, LayerGroup.STATES, "error: oops");
      close(talk, LayerGroup.ANNOUNCEMENTS, "restricted: busy");
      talk.until(closed + 31);
      assertThat(talk.secondsOf(LayerGroup.STATES)).last().isEqualTo(closed + 30);
      assertThat(talk.open.values()).contains(LayerGroup.values());
      talk.until(closed + 3_700);
    }
    assertThat(talk.hungUp).isFalse();
  }

  @Test
  void whatIsMissedWhileALayerIsClosedIsFetched() {
    Talk talk = new Talk(_ -> FINE).begin().until(100);
    int before = talk.asked.size();
    close(talk, LayerGroup.REPOSITORIES, "error: oops");
    talk.until(140);
    assertThat(talk.asked.subList(before, talk.asked.size()))
        .filteredOn(one -> !one.isLive())
        .isNotEmpty()
        .allMatch(
            one -> one.filters().getFirst().since().equals(OptionalLong.of(1_700_000_100L - 900)));
  }

  // ---- over several connections

  private static final RelayUrl RELAY = RelayUrl.parse("wss://one.example.org").orElseThrow();

  private final ReadingMachine sync = SyncMachines.withBootstrap(RELAY, at(0));

  private List<LinkInput> told = new ArrayList<>();
  private long dialled;

  /** Connects to the relay, which is dialled by now. */
  private long connect(long second) {
    tell(second == 0 ? new SyncInput.LogRead() : new SyncInput.Woken(), second);
    told = new ArrayList<>();
    tell(new SyncInput.Connected(RELAY, dialled), second);
    return dialled;
  }

  private void tell(SyncInput input, long second) {
    for (SyncAction action : sync.on(input, at(second))) {
      switch (action) {
        case SyncAction.Tell(_, _, var one) -> told.add(one);
        case SyncAction.Dial(_, var epoch, _) -> dialled = epoch;
        case SyncAction.HangUp _, SyncAction.Note _, SyncAction.Read _ -> {}
      }
    }
  }

  private void report(long epoch, LinkReport report, long second) {
    tell(new SyncInput.Reported(RELAY, epoch, report), second);
  }

  @Test
  void refusedLayersAreRememberedForTheNextConnectionUntilTheDailySync() {
    long first = connect(0);
    assertThat(told).noneMatch(LinkInput.Learned.class::isInstance);
    report(first, new LinkReport.LayerRefused(LayerGroup.ROOTS, 2, "blocked: no"), 1);
    tell(new SyncInput.Disconnected(RELAY, first, "lost"), 10);
    long second = connect(20);
    assertThat(told.getFirst())
        .isEqualTo(
            new LinkInput.Learned(OptionalInt.empty(), new TreeMap<>(Map.of(LayerGroup.ROOTS, 2))));
    told.clear();
    tell(new SyncInput.Woken(), 26 * 3_600);
    assertThat(told).startsWith(new LinkInput.CancelHistory(), new LinkInput.AskForAll());
    tell(new SyncInput.Disconnected(RELAY, second, "lost"), 26 * 3_600 + 400);
    long _ = connect(26 * 3_600 + 401);
    assertThat(told).noneMatch(LinkInput.Learned.class::isInstance).isNotEmpty();
  }

  @Test
  void relayThatRefusedEverythingIsAskedForEverythingWhenItIsTriedAgain() {
    long first = connect(0);
    report(first, new LinkReport.LayerRefused(LayerGroup.ANNOUNCEMENTS, 2, "blocked: no"), 1);
    report(first, new LinkReport.Refused("blocked: no"), 1);
    assertThat(sync.views(at(2)).getFirst().health()).isEqualTo(RelayHealth.State.POLICY_LIMITED);
    long _ = connect(3_602);
    assertThat(told).noneMatch(LinkInput.Learned.class::isInstance).isNotEmpty();
  }

  @Test
  void whatEarlierConnectionsSawIsNotAskedForAgain() {
    Talk talk = new Talk(_ -> FINE);
    talk.tell(
        new LinkInput.Learned(
            OptionalInt.empty(),
            new TreeMap<>(Map.of(LayerGroup.ROOTS, 2, LayerGroup.REPOSITORIES, 1))));
    talk.begin();
    assertThat(talk.asked).noneMatch(one -> one.group() == LayerGroup.ROOTS);
    assertThat(talk.asked)
        .filteredOn(one -> one.group() == LayerGroup.REPOSITORIES)
        .isNotEmpty()
        .allMatch(one -> one.filters().getFirst().kinds() != null);
    assertThat(talk.reports).contains(new LinkReport.BatchDone(1));
  }
}
