package dev.graspd.core.hook;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Phase;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The deliveries that wait for one hook: one under way at a time, at most one a second, what only
 * maintainers can cause first, then repositories in turn, of each the oldest that is due (WH-5,
 * WH-6). A new delivery waits for its transaction before it can be sent. Times are milliseconds
 * since 1970. For one thread.
 */
public final class HookLine {
  /** Between the beginnings of two attempts. */
  static final long GAP_MILLIS = 1_000;

  /** Deliveries because of one stranger that may wait. */
  static final int OF_STRANGER_MAX = 100;

  /** Deliveries of one topic about one repository that may wait. */
  static final int OF_REPOSITORY_MAX = 200;

  /** Bytes of all that wait. */
  static final long BYTES_MAX = 512L << 10;

  private final SortedMap<Long, Delivery> waiting = new TreeMap<>();

  /** New, and not written yet. */
  private final List<Delivery> coming = new ArrayList<>();

  /** Lost their place to new ones, which are not written yet. */
  private final List<Delivery> leaving = new ArrayList<>();

  /** When each repository that waits had its last turn, counted in turns. */
  private final SortedMap<String, Long> turns = new TreeMap<>();

  private Hook hook;
  private long turn;
  private Optional<Long> underWay = Optional.empty();
  private long beginsMillis = Long.MIN_VALUE;

  public HookLine(Hook hook) {
    this.hook = hook;
  }

  public Hook hook() {
    return hook;
  }

  /** Returns how many deliveries wait, the one under way included. */
  public int size() {
    return waiting.size();
  }

  /** Takes deliveries from the store; those that it has already stay as they are. */
  public void read(Hook current, Collection<Delivery> stored) {
    hook = current;
    stored.stream()
        .filter(Delivery::isWaiting)
        .forEach(one -> waiting.putIfAbsent(one.number(), one));
  }

  // ---- room

  /** Returns whether there is room for a new delivery; others may have to leave for it. */
  public boolean admit(Delivery delivery) {
    if (isFullFor(delivery)) {
      return false;
    }
    List<Delivery> gone = new ArrayList<>();
    while (bytes() + delivery.bytes() > BYTES_MAX) {
      Optional<Delivery> victim = victimFor(delivery);
      if (victim.isEmpty()) {
        gone.forEach(one -> waiting.put(one.number(), one));
        return false;
      }
      waiting.remove(victim.get().number());
      gone.add(victim.get());
    }
    leaving.addAll(gone);
    coming.add(delivery);
    return true;
  }

  private boolean isFullFor(Delivery delivery) {
    Optional<PublicKey> stranger = delivery.stranger();
    Optional<RepoAddress> repository = delivery.repository();
    Topic topic = delivery.topic();
    long ofStranger =
        stranger.isEmpty()
            ? 0
            : all().stream().filter(one -> one.stranger().equals(stranger)).count();
    long ofRepository =
        all().stream()
            .filter(one -> one.topic() == topic && one.repository().equals(repository))
            .count();
    return ofStranger >= OF_STRANGER_MAX || ofRepository >= OF_REPOSITORY_MAX;
  }

  private List<Delivery> all() {
    List<Delivery> all = new ArrayList<>(waiting.values());
    all.addAll(coming);
    return all;
  }

  private long bytes() {
    return all().stream().mapToLong(Delivery::bytes).sum();
  }

  /** The newest delivery of the repository that takes most, if that is more than this one would. */
  private Optional<Delivery> victimFor(Delivery delivery) {
    SortedMap<String, Long> shares = new TreeMap<>();
    all().forEach(one -> shares.merge(payer(one), (long) one.bytes(), Long::sum));
    long own = shares.getOrDefault(payer(delivery), 0L) + delivery.bytes();
    return shares.entrySet().stream()
        .filter(share -> share.getValue() > own)
        .max(SortedMap.Entry.comparingByValue())
        .flatMap(share -> newestOf(share.getKey()));
  }

  private static String payer(Delivery delivery) {
    return delivery.repository().map(RepoAddress::toString).orElse("");
  }

  private Optional<Delivery> newestOf(String payer) {
    return waiting.values().stream()
        .filter(one -> payer(one).equals(payer) && !isUnderWay(one))
        .max(Comparator.comparingLong(Delivery::number));
  }

  /** Returns what left for new ones, as it is to be written with them. */
  public List<Delivery> leaving(long nowMillis) {
    return leaving.stream()
        .map(one -> Retry.ended(one, Phase.DROPPED, nowMillis, "others took its place"))
        .toList();
  }

  /** New deliveries are written, with their numbers. */
  public void written(Collection<Delivery> numbered) {
    coming.clear();
    leaving.clear();
    numbered.forEach(one -> waiting.put(one.number(), one));
  }

  /** New deliveries could not be written: it is as if they had never come. */
  public void notWritten() {
    coming.clear();
    leaving.forEach(one -> waiting.put(one.number(), one));
    leaving.clear();
  }

  // ---- sending

  /** Begins the next attempt, if one may begin now. */
  public Optional<Delivery> begin(long nowMillis) {
    if (underWay.isPresent() || nowMillis < startMillis(nowMillis)) {
      return Optional.empty();
    }
    Optional<Delivery> next =
        waiting.values().stream()
            .filter(one -> dueMillis(one, nowMillis) <= nowMillis)
            .min(inTurn());
    next.ifPresent(one -> {
      underWay = Optional.of(one.number());
      beginsMillis = nowMillis;
      turn++;
      turns.keySet().retainAll(waiting.values().stream().map(HookLine::payer).toList());
      turns.put(payer(one), turn);
    });
    return next;
  }

  private Comparator<Delivery> inTurn() {
    return Comparator.comparing((Delivery one) -> one.stranger().isPresent())
        .thenComparingLong(one -> turns.getOrDefault(payer(one), 0L))
        .thenComparingLong(Delivery::number);
  }

  /** Ends the attempt that is under way; returns the delivery as it is to be written. */
  public Optional<Delivery> end(
      long number, Attempt attempt, long tookMillis, long nowMillis, RandomGenerator random) {
    if (underWay.filter(one -> one == number).isEmpty()) {
      return Optional.empty();
    }
    underWay = Optional.empty();
    Optional<Delivery> after =
        Optional.ofNullable(waiting.remove(number))
            .map(one -> Retry.after(one, attempt, tookMillis, nowMillis, random));
    after.filter(Delivery::isWaiting).ifPresent(one -> waiting.put(number, one));
    return after;
  }

  /** Takes out what has waited as long as it may; returns it as it is to be written. */
  public List<Delivery> giveUp(long nowMillis) {
    List<Delivery> over =
        waiting.values().stream()
            .filter(one -> Retry.isOver(one, nowMillis) && !isUnderWay(one))
            .toList();
    over.forEach(one -> waiting.remove(one.number()));
    return over.stream()
        .map(one -> Retry.ended(one, Phase.GIVEN_UP, nowMillis, one.progress().note()))
        .toList();
  }

  /** Returns when an attempt may begin, if none is under way and something waits. */
  public OptionalLong wakeMillis(long nowMillis) {
    return underWay.isPresent()
        ? OptionalLong.empty()
        : waiting.values().stream()
            .mapToLong(one -> Math.max(dueMillis(one, nowMillis), startMillis(nowMillis)))
            .min();
  }

  private boolean isUnderWay(Delivery delivery) {
    return underWay.filter(one -> one == delivery.number()).isPresent();
  }

  /** A clock that was set back must not hold up what waits. */
  private long startMillis(long nowMillis) {
    return beginsMillis == Long.MIN_VALUE || beginsMillis > nowMillis
        ? Long.MIN_VALUE
        : beginsMillis + GAP_MILLIS;
  }

  private static long dueMillis(Delivery delivery, long nowMillis) {
    long due = delivery.progress().dueMillis();
    return due > nowMillis + Retry.PAUSE_MILLIS_MAX ? nowMillis : due;
  }
}
