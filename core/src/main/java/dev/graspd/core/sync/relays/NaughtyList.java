package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Lapsing;
import dev.graspd.core.machine.Now;
import dev.graspd.core.sync.RelayUrl;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Relays that we do not dial for a while, because trying again would not help (sync.md, section 8).
 * Owned by the sync machine.
 */
public final class NaughtyList {
  public static final Duration DEFAULT_TIME = Duration.ofHours(12);

  /** Most relays on the list; one more replaces the one whose time ends first. */
  public static final int RELAYS_MAX = 10_000;

  /** The most characters kept of a reason. */
  public static final int REASON_CHARACTERS_MAX = 256;

  /** What is wrong with it; the words are labels of a metric. */
  public enum Category {
    NO_SUCH_NAME("dns"),
    TLS("tls"),
    NOT_A_RELAY("protocol"),
    /** It sends bad signatures or events that we did not request. */
    MISBEHAVED("misbehaved");

    private final String label;

    Category(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }

    /** Returns the category of a failure where trying again does not help; otherwise empty. */
    public static Optional<Category> of(DialFailure failure) {
      return switch (failure) {
        case NO_SUCH_NAME -> Optional.of(NO_SUCH_NAME);
        case TLS -> Optional.of(TLS);
        case NOT_A_RELAY -> Optional.of(NOT_A_RELAY);
        case ORDINARY, RESOLVER_SILENT, DENIED, PRIVATE_SERVICE -> Optional.empty();
      };
    }
  }

  /** One relay on the list, until {@code untilNanos}. */
  public record Entry(RelayUrl relay, Category category, String reason, long untilNanos) {}

  private record Fault(Category category, String reason) {}

  private final Set<RelayUrl> exempt;
  private final Lapsing<RelayUrl, Fault> faults;

  /**
   * Begins empty.
   *
   * @param exempt relays that the operator named; never put on the list
   */
  public NaughtyList(Duration time, Collection<RelayUrl> exempt) {
    this.exempt = Set.copyOf(exempt);
    this.faults = new Lapsing<>(time, RELAYS_MAX);
  }

  /** Puts a relay on the list, or renews its time; returns whether it is on the list now. */
  public boolean add(RelayUrl relay, Category category, String reason, Now now) {
    if (exempt.contains(relay)) {
      return false;
    }
    faults.put(relay, new Fault(category, cut(reason)), now);
    return true;
  }

  /** Returns why we must not connect to a relay now; empty if we may. */
  public Optional<Entry> find(RelayUrl relay, Now now) {
    return faults.find(relay, now).map(NaughtyList::entry);
  }

  /** Returns all entries, the one whose time ends first comes first. */
  public List<Entry> entries(Now now) {
    return faults.entries(now).stream().map(NaughtyList::entry).toList();
  }

  /** Returns the number of entries of every category. */
  public SortedMap<Category, Integer> counts(Now now) {
    SortedMap<Category, Integer> counts = new TreeMap<>();
    Arrays.stream(Category.values()).forEach(category -> counts.put(category, 0));
    entries(now).forEach(entry -> counts.merge(entry.category(), 1, Integer::sum));
    return Collections.unmodifiableSortedMap(counts);
  }

  private static Entry entry(Lapsing.Entry<RelayUrl, Fault> entry) {
    Fault fault = entry.value();
    return new Entry(entry.key(), fault.category(), fault.reason(), entry.untilNanos());
  }

  private static String cut(String reason) {
    int points = reason.codePointCount(0, reason.length());
    return points <= REASON_CHARACTERS_MAX
        ? reason
        : reason.substring(0, reason.offsetByCodePoints(0, REASON_CHARACTERS_MAX));
  }
}
