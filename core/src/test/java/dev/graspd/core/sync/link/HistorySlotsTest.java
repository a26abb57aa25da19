package dev.graspd.core.sync.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.machine.Now;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.nostr.message.SubscriptionId;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.filter.SyncItem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How much of the past is asked for at once, and what follows when it is too much. */
final class HistorySlotsTest {
  private static final long START = 1_700_000_000;
  private static final long NOSTR_BEGAN = 1_600_000_000;
  private static final byte[] AGREED = {0x61};

  private static Now at(long seconds) {
    return new Now(Duration.ofSeconds(seconds).toNanos(), START + seconds);
  }

  /** A connection on which live requests and our own sets come at once. */
  private static final class Talk {
    private final LinkMachine link;
    private final Deque<LinkInput> inputs = new ArrayDeque<>();
    private final List<SubscriptionId> requests = new ArrayList<>();
    private final Deque<ClientMessage.NegOpen> comparisons = new ArrayDeque<>();
    private final List<LinkReport> reports = new ArrayList<>();
    private int asked;

    Talk(boolean negentropy) {
      link = new LinkMachine(new LinkSettings(100, 500, negentropy, false), at(0));
    }

    void tell(LinkInput first) {
      inputs.add(first);
      while (!inputs.isEmpty()) {
        link.on(inputs.remove(), at(1)).forEach(this::perform);
      }
    }

    void hear(FromRelay message) {
      tell(new LinkInput.Heard(message));
    }

    private void perform(LinkAction action) {
      switch (action) {
        case LinkAction.Send(ClientMessage.Req(var id, var filters)) -> {
          if (filters.getFirst().limit().orElse(-1) == 0) {
            inputs.add(new LinkInput.Heard(new FromRelay.Eose(id, true)));
          } else {
            requests.add(id);
            asked++;
          }
        }
        case LinkAction.Send(ClientMessage.NegOpen open) -> comparisons.add(open);
        case LinkAction.NeedSet(var job, _) ->
            inputs.add(new LinkInput.SetReady(job, new SummarySet().snapshot()));
        case LinkAction.Report(var report) -> reports.add(report);
        default -> {}
      }
    }

    /** Asks for the past of roots: three filters each. */
    void fetch(int roots) {
      for (int i = 0; i < roots; i++) {
        SortedSet<SyncItem> one =
            new TreeSet<>(List.of(new SyncItem.OfRoot(EventId.ofWords(i, 1, 1, 1))));
        tell(new LinkInput.Cover(one));
        tell(new LinkInput.FetchHistory(i, one, OptionalLong.empty(), EventSource.STARTUP));
      }
    }

    long done() {
      return reports.stream().filter(LinkReport.BatchDone.class::isInstance).count();
    }
  }

  @Test
  void fiveRequestsAtATime() {
    Talk talk = new Talk(false);
    talk.fetch(10);
    assertThat(talk.requests).hasSize(5);
    while (!talk.requests.isEmpty()) {
      talk.hear(new FromRelay.Eose(talk.requests.removeFirst(), true));
      assertThat(talk.requests).hasSize(Math.min(5, 30 - (talk.asked - talk.requests.size())));
    }
    assertThat(talk.asked).isEqualTo(30);
    assertThat(talk.done()).isEqualTo(10);
  }

  @Test
  void fourComparisonsAtATimeAndRequestsBesideThem() {
    Talk talk = new Talk(true);
    talk.fetch(10);
    assertThat(talk.comparisons).hasSize(4);
    talk.tell(
        new LinkInput.Ask(
            new TreeSet<>(
                LongStream.range(0, 3_000).mapToObj(n -> EventId.ofWords(8, 8, 8, n)).toList())));
    assertThat(talk.requests).hasSize(5);
    int opened = 4;
    while (!talk.comparisons.isEmpty()) {
      assertThat(talk.comparisons).hasSizeLessThanOrEqualTo(4);
      int before = talk.comparisons.size();
      talk.hear(new FromRelay.NegMsg(talk.comparisons.remove().id(), AGREED));
      opened += talk.comparisons.size() - (before - 1);
    }
    assertThat(opened).isEqualTo(30);
    assertThat(talk.done()).isEqualTo(10);
  }

  // ---- too many results

  private static Talk comparing() {
    Talk talk = new Talk(true);
    SortedSet<SyncItem> items = new TreeSet<>(List.of(new SyncItem.Announcements()));
    talk.tell(new LinkInput.Cover(items));
    talk.tell(new LinkInput.FetchHistory(1, items, OptionalLong.empty(), EventSource.STARTUP));
    return talk;
  }

  private static long from(Filter filter) {
    return filter.since().orElse(Long.MIN_VALUE);
  }

  private static long to(Filter filter) {
    return filter.until().orElse(Long.MAX_VALUE);
  }

  @Test
  void setThatIsTooBigIsSplitByTimeUntilItIsNot() {
    Talk talk = comparing();
    List<Filter> compared = new ArrayList<>();
    Duration most = Duration.ofDays(200);
    while (!talk.comparisons.isEmpty()) {
      ClientMessage.NegOpen open = talk.comparisons.remove();
      Filter filter = open.filter();
      long span = Math.min(to(filter), START) - Math.max(from(filter), NOSTR_BEGAN);
      if (span <= most.toSeconds()) {
        compared.add(filter);
        talk.hear(new FromRelay.NegMsg(open.id(), AGREED));
      } else {
        talk.hear(new FromRelay.NegErr(open.id(), "blocked: too many results"));
      }
    }
    compared.sort(Comparator.comparingLong(HistorySlotsTest::from));
    assertThat(compared).hasSizeGreaterThan(4);
    assertThat(compared.getFirst().since()).isEmpty();
    assertThat(compared.getLast().until()).isEmpty();
    for (int i = 1; i < compared.size(); i++) {
      assertThat(from(compared.get(i))).isEqualTo(to(compared.get(i - 1)) + 1);
    }
    assertThat(talk.asked).as("nothing is paged").isZero();
    assertThat(talk.reports)
        .contains(new LinkReport.BatchDone(1))
        .doesNotContain(new LinkReport.Negentropy(false));
  }

  @Test
  void whatCannotBeSplitAnyFurtherIsPaged() {
    Talk talk = comparing();
    int comparisons = 0;
    while (!talk.comparisons.isEmpty() && comparisons < 1_000) {
      comparisons++;
      ClientMessage.NegOpen open = talk.comparisons.remove();
      boolean newest = open.filter().until().isEmpty();
      talk.hear(
          newest
              ? new FromRelay.NegErr(open.id(), "error: too many results")
              : new FromRelay.NegMsg(open.id(), AGREED));
    }
    assertThat(comparisons).isBetween(20, 100);
    assertThat(talk.requests).hasSize(1);
    talk.hear(new FromRelay.Eose(talk.requests.removeFirst(), true));
    assertThat(talk.reports).contains(new LinkReport.BatchDone(1));
  }
}
