package dev.graspd.server.gate;

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
 * Looks again, with more patience, where a decision had to be made before a long history was
 * followed to its end; the event is held meanwhile. Families are visited one after the other, off
 * their lanes, with pauses. What is found counts as long as the family serves the same refs, and so
 * does what is not: nothing is searched for twice. Thread-safe.
 */
final class LateAnswers {
  /** How many times more work than for a decision. */
  static final int PATIENCE = 50;

  /**
   * The part of all objects that one family may have searched for, and of the answers; so many
   * families have their answers remembered.
   */
  static final int FAMILY_SHARE = 100;

  /** How much longer than a look the pause after it is. */
  private static final int PAUSE = 3;

  private static final Logger LOG = LoggerFactory.getLogger(LateAnswers.class);

  /** What is known of a family, as long as its served refs have these values. */
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
   * Looks at nothing yet.
   *
   * @param looksMax objects that a decision may look at
   * @param objectsMax that are searched for; for others the next change of their family decides
   */
  LateAnswers(
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

  /** Has somebody told of families in which something was found: they are to be settled again. */
  void onFound(Consumer<Identifier> listener) {
    listeners.add(listener);
  }

  int looksMax() {
    return looksMax;
  }

  int objectsOfAFamilyMax() {
    return Math.max(1, objectsMax / FAMILY_SHARE);
  }

  /** Returns how many objects wait to be searched for. */
  synchronized int waitingObjects() {
    return waitingObjects;
  }

  /** Names the values of served refs, whatever their number. */
  static String nameOf(SortedSet<Oid> tips) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      tips.forEach(tip -> digest.update(tip.hex().getBytes(US_ASCII)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Returns whether these refs lead to an object, if that was found out before. */
  Optional<Boolean> answer(Identifier family, String refs, Oid id) {
    Known found = known.getIfPresent(family);
    return found != null && found.refs().equals(refs)
        ? Optional.ofNullable(found.answers().get(id))
        : Optional.empty();
  }

  /** Remembers that these refs lead to objects, or not. */
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

  /** Has objects looked for that a decision had no time for. */
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
      look(next.get().getKey(), next.get().getValue());
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

  private void look(Identifier identifier, SortedSet<Oid> sought) {
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
