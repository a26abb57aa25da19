package dev.graspd.core.sync;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Relays that are left alone for a while, because trying again would not help (sync.md, section 8).
 * Owned by the sync machine.
 */
public final class NaughtyList {
  public static final Duration DEFAULT_TIME = Duration.ofHours(12);

  /** Most relays on the list; with one more, the one whose time ends first is let off. */
  public static final int RELAYS_MAX = 10_000;

  /** Most characters that are kept of a reason. */
  public static final int REASON_CHARACTERS_MAX = 256;

  /** What is wrong with it; the words are labels of a metric. */
  public enum Category {
    NO_SUCH_NAME("dns"),
    TLS("tls"),
    NOT_A_RELAY("protocol"),
    /** It sends bad signatures or what nobody asked for. */
    MISBEHAVED("misbehaved");

    private final String label;

    Category(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }

    /** Returns the category of a failure that does not heal by trying again; else empty. */
    public static Optional<Category> of(DialFailure failure) {
      return switch (failure) {
        case NO_SUCH_NAME -> Optional.of(NO_SUCH_NAME);
        case TLS -> Optional.of(TLS);
        case NOT_A_RELAY -> Optional.of(NOT_A_RELAY);
        case ORDINARY, RESOLVER_SILENT, DENIED, PRIVATE_SERVICE -> Optional.empty();
      };
    }
  }

  /** One relay on the list; from {@code untilNanos} on it is not. */
  public record Entry(RelayUrl relay, Category category, String reason, long untilNanos) {}

  private final Duration time;
  private final Set<RelayUrl> exempt;

  /** In the order in which their times end, which is the order of arrival: all get the same. */
  private final Map<RelayUrl, Entry> entries = new LinkedHashMap<>();

  /**
   * Nobody is on it yet.
   *
   * @param exempt never put on it, whatever they do: those that the operator named
   */
  public NaughtyList(Duration time, Collection<RelayUrl> exempt) {
    this.time = time;
    this.exempt = Set.copyOf(exempt);
  }

  /** Puts a relay on the list, or anew; returns whether it is on it now. */
  public boolean add(RelayUrl relay, Category category, String reason, Now now) {
    if (exempt.contains(relay)) {
      return false;
    }
    forgetExpired(now);
    entries.remove(relay);
    if (entries.size() == RELAYS_MAX) {
      entries.remove(entries.keySet().iterator().next());
    }
    entries.put(relay, new Entry(relay, category, cut(reason), now.after(time)));
    return true;
  }

  /** Returns why a relay must not be connected to now; empty if it may. */
  public Optional<Entry> find(RelayUrl relay, Now now) {
    @Nullable Entry entry = entries.get(relay);
    return Optional.ofNullable(entry).filter(one -> now.nanos() < one.untilNanos());
  }

  /** Returns all that are on the list now, those first whose time ends first. */
  public List<Entry> entries(Now now) {
    return entries.values().stream().filter(entry -> now.nanos() < entry.untilNanos()).toList();
  }

  /** Returns for every category how many are on the list now. */
  public SortedMap<Category, Integer> counts(Now now) {
    SortedMap<Category, Integer> counts = new TreeMap<>();
    Arrays.stream(Category.values()).forEach(category -> counts.put(category, 0));
    entries(now).forEach(entry -> counts.merge(entry.category(), 1, Integer::sum));
    return Collections.unmodifiableSortedMap(counts);
  }

  private void forgetExpired(Now now) {
    Iterator<Entry> oldest = entries.values().iterator();
    while (oldest.hasNext() && oldest.next().untilNanos() <= now.nanos()) {
      oldest.remove();
    }
  }

  private static String cut(String reason) {
    int points = reason.codePointCount(0, reason.length());
    return points <= REASON_CHARACTERS_MAX
        ? reason
        : reason.substring(0, reason.offsetByCodePoints(0, REASON_CHARACTERS_MAX));
  }
}
