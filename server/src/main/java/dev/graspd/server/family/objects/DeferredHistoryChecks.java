package dev.graspd.server.family.objects;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.policy.Presence;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Reach;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a search in a long history that a decision had to stop; the event is held meanwhile.
 * Families are searched one after the other, outside their lanes, with pauses. An answer counts as
 * long as the family serves the same refs, so nothing is searched twice. Thread-safe.
 */
public final class DeferredHistoryChecks {
  /** How much more work than for a decision is allowed. */
  static final int PATIENCE = 50;

  /**
   * One family may use this part of all searches and answers; this many families have their answers
   * remembered.
   */
  static final int FAMILY_SHARE = 100;

  /** How much longer than a search the pause after it is. */
  private static final int PAUSE = 3;

  private static final Logger LOG = LoggerFactory.getLogger(DeferredHistoryChecks.class);

  /** The answers for a family, as long as its served refs have these values. */
  private record Known(String refs, SortedMap<Oid, Boolean> answers) {}

  private final int looksMax;
  private final int objectsMax;
  private final Function<Identifier, Family> families;
  private final GitObjects git;
  private final Executor executor;
  private final LongSupplier nanoTime;
  private final CopyOnWriteArrayList<Consumer<Identifier>> listeners = new CopyOnWriteArrayList<>();
  private final Cache<Identifier, Known> known =
      Caffeine.newBuilder().maximumSize(FAMILY_SHARE).build();
  private final SequencedMap<Identifier, SortedSet<Oid>> waiting = new LinkedHashMap<>();
  private int waitingObjects;
  private boolean isRunning;

  /**
   * Creates it without any search.
   *
   * @param looksMax objects that a decision may visit
   * @param objectsMax objects that may wait for a search; others wait for the next change of their
   *     family
   */
  public DeferredHistoryChecks(
      int looksMax,
      int objectsMax,
      Function<Identifier, Family> families,
      GitObjects git,
      Executor executor,
      LongSupplier nanoTime) {
    this.looksMax = looksMax;
    this.objectsMax = objectsMax;
    this.families = families;
    this.git = git;
    this.executor = executor;
    this.nanoTime = nanoTime;
  }

  /** Registers a listener for families with found objects, which need to be settled again. */
  public void onFound(Consumer<Identifier> listener) {
    listeners.add(listener);
  }

  int looksMax() {
    return looksMax;
  }

  int objectsOfAFamilyMax() {
    return Math.max(1, objectsMax / FAMILY_SHARE);
  }

  synchronized int waitingObjects() {
    return waitingObjects;
  }

  /** Returns a short name for the values of served refs. */
  static String nameOf(SortedSet<Oid> tips) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      tips.forEach(tip -> digest.update(tip.hex().getBytes(US_ASCII)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns whether these refs reach an object, if that is known. */
  Optional<Boolean> answer(Identifier family, String refs, Oid id) {
    Known found = known.getIfPresent(family);
    return found != null && found.refs().equals(refs)
        ? Optional.ofNullable(found.answers().get(id))
        : Optional.empty();
  }

  /** Remembers whether these refs reach objects. */
  void know(Identifier family, String refs, SortedMap<Oid, Boolean> answers) {
    known
        .asMap()
        .merge(
            family,
            new Known(refs, answers),
            (before, now) -> {
              SortedMap<Oid, Boolean> all = new TreeMap<>(now.answers());
              if (before.refs().equals(refs)
                  && before.answers().size() + all.size() <= objectsOfAFamilyMax()) {
                all.putAll(before.answers());
                all.putAll(now.answers());
              }
              return new Known(refs, all);
            });
  }

  /** Searches for objects later that a decision had no time for. */
  synchronized void seek(Identifier family, SortedSet<Oid> ids) {
    SortedSet<Oid> sought = waiting.getOrDefault(family, new TreeSet<>());
    int room =
        Math.min(objectsOfAFamilyMax() - sought.size(), Math.max(0, objectsMax - waitingObjects));
    List<Oid> more = ids.stream().filter(id -> !sought.contains(id)).limit(room).toList();
    if (more.isEmpty()) {
      return;
    }
    sought.addAll(more);
    waiting.put(family, sought);
    waitingObjects += more.size();
    if (!isRunning) {
      isRunning = true;
      executor.execute(this::run);
    }
  }

  private void run() {
    Optional<Map.Entry<Identifier, SortedSet<Oid>>> next = next();
    if (next.isEmpty()) {
      return;
    }
    long begun = nanoTime.getAsLong();
    try {
      search(next.get().getKey(), next.get().getValue());
    } catch (RuntimeException e) {
      LOG.error("the history of {} cannot be followed", next.get().getKey(), e);
    }
    long pause = PAUSE * (nanoTime.getAsLong() - begun);
    CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS, executor).execute(this::run);
  }

  private synchronized Optional<Map.Entry<Identifier, SortedSet<Oid>>> next() {
    Optional<Map.Entry<Identifier, SortedSet<Oid>>> first =
        Optional.ofNullable(waiting.pollFirstEntry());
    isRunning = first.isPresent();
    waitingObjects -= first.map(one -> one.getValue().size()).orElse(0);
    return first;
  }

  private void search(Identifier identifier, SortedSet<Oid> sought) {
    SortedSet<Oid> tips = Presence.served(families.apply(identifier));
    SortedMap<Oid, Boolean> answers = new TreeMap<>();
    int patience = (int) Math.min(Integer.MAX_VALUE, (long) looksMax * PATIENCE);
    try (Reach reach = git.reach(identifier, tips, patience)) {
      sought.forEach(id -> answers.put(id, reach.isReached(id)));
    }
    know(identifier, nameOf(tips), answers);
    if (answers.containsValue(true)) {
      listeners.forEach(listener -> listener.accept(identifier));
    }
  }
}
