package dev.graspd.core.sync.relays;

import dev.graspd.core.machine.Now;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * The failures of one relay, and when we may try it again (sync.md, section 8). Owned by the sync
 * machine. A streak of failures ends after five stable minutes, not with a handshake: a relay that
 * accepts a connection and hangs up is failing.
 */
public final class RelayHealth {
  /** How long a connection has to last without trouble before it counts as stable. */
  public static final Duration STABLE_AFTER = Duration.ofMinutes(5);

  /** How long a streak of failures has to last before the relay counts as dead. */
  public static final Duration DEAD_AFTER = Duration.ofHours(24);

  /** How often we try a dead relay, or one that refuses us. */
  public static final Duration PROBED_EVERY = Duration.ofHours(24);

  public static final Duration COOL_DOWN = Duration.ofSeconds(65);
  public static final Duration COOL_DOWN_MAX = Duration.ofHours(1);

  /** A cool-down doubles if the relay complains again within this time after the last one. */
  public static final Duration COOL_DOWN_REMEMBERED = Duration.ofMinutes(5);

  private static final double JITTER = 0.1;

  /** Doubling further changes nothing: the cap is reached long before. */
  private static final int DOUBLINGS_MAX = 60;

  /** The states, with their numbers in metrics. */
  public enum State {
    /** Connected without trouble for five minutes, or without any trouble so far. */
    HEALTHY(1),
    /** Not connected, and nothing wrong. */
    DISCONNECTED(2),
    /** Failing, or connected again for less than five minutes. */
    DEGRADED(3),
    /** Failing for a day without a break. */
    DEAD(4),
    /** Told us to slow down. */
    RATE_LIMITED(5),
    /** Refuses us by its own policy. */
    POLICY_LIMITED(6);

    private final int metric;

    State(int metric) {
      this.metric = metric;
    }

    public int metric() {
      return metric;
    }
  }

  private final HealthSettings settings;
  private final boolean bootstrap;

  private OptionalLong connectedNanos = OptionalLong.empty();
  private OptionalLong failingNanos = OptionalLong.empty();
  private int failures;
  private boolean dead;

  /** When it refused us last; empty if it accepts us. */
  private OptionalLong refusedNanos = OptionalLong.empty();

  private Duration coolDown = COOL_DOWN;
  private OptionalLong coolUntilNanos = OptionalLong.empty();
  private long nextAttemptNanos;

  /**
   * Begins without trouble; we may try the relay at once.
   *
   * @param bootstrap named by the operator: we never give up, and never wait longer than the
   *     longest pause
   */
  public RelayHealth(HealthSettings settings, boolean bootstrap, Now now) {
    this.settings = settings;
    this.bootstrap = bootstrap;
    this.nextAttemptNanos = now.nanos();
  }

  public boolean isBootstrap() {
    return bootstrap;
  }

  /** A connection is open. */
  public void connected(Now now) {
    connectedNanos = OptionalLong.of(now.nanos());
  }

  /** We ended the connection; the relay is not to blame. */
  public void closed(Now now) {
    endStreakIfStable(now);
    connectedNanos = OptionalLong.empty();
    nextAttemptNanos = Math.max(nextAttemptNanos, now.nanos());
  }

  /** A connection attempt failed. Returns how long to wait. */
  public Duration failed(Now now, RandomGenerator random) {
    connectedNanos = OptionalLong.empty();
    failures++;
    failingNanos = OptionalLong.of(failingNanos.orElse(now.nanos()));
    dead = outage(now).compareTo(DEAD_AFTER) >= 0;
    return waitFor(pause(random), now);
  }

  /**
   * A connection attempt failed through our own fault. We wait, but learn nothing about the relay:
   * it never counts as dead for that. Returns how long to wait.
   */
  public Duration failedHere(Now now, RandomGenerator random) {
    failingNanos = OptionalLong.of(now.nanos());
    return failed(now, random);
  }

  /**
   * The connection is gone. That is a failure, unless it was stable: then we may try again at once.
   * Returns how long to wait.
   */
  public Duration lost(Now now, RandomGenerator random) {
    if (!isStable(now)) {
      return failed(now, random);
    }
    closed(now);
    return waitFor(Duration.ZERO, now);
  }

  /**
   * The relay told us to slow down. Complaints during the pause are about requests from before the
   * pause, and change nothing. Returns the length of the pause.
   */
  public Duration rateLimited(Now now) {
    if (!isCoolingDown(now)) {
      boolean again =
          coolUntilNanos.isPresent()
              && now.nanos() - coolUntilNanos.getAsLong() <= COOL_DOWN_REMEMBERED.toNanos();
      coolDown = again ? min(coolDown.multipliedBy(2), COOL_DOWN_MAX) : COOL_DOWN;
      coolUntilNanos = OptionalLong.of(now.after(coolDown));
    }
    return Duration.ofNanos(coolUntilNanos.orElseThrow() - now.nanos());
  }

  /** The relay refused us by its own policy. Returns how long to wait. */
  public Duration policyLimited(Now now) {
    endStreakIfStable(now);
    refusedNanos = OptionalLong.of(now.nanos());
    return waitFor(probePause(), now);
  }

  /** For a relay that the operator named, the pause is never longer than after failures. */
  private Duration probePause() {
    return bootstrap ? min(settings.max(), PROBED_EVERY) : PROBED_EVERY;
  }

  /** Our own rules forbid the connection; we check again later. */
  public void notDialled(Now now) {
    failures = 0;
    failingNanos = OptionalLong.empty();
    refusedNanos = OptionalLong.empty();
    dead = false;
    Duration _ = waitFor(probePause(), now);
  }

  public State state(Now now) {
    if (isCoolingDown(now)) {
      return State.RATE_LIMITED;
    }
    if (isStable(now)) {
      return State.HEALTHY;
    }
    if (refusedNanos.isPresent()) {
      return State.POLICY_LIMITED;
    }
    if (connectedNanos.isPresent()) {
      return failures == 0 ? State.HEALTHY : State.DEGRADED;
    }
    if (failures == 0) {
      return State.DISCONNECTED;
    }
    return dead ? State.DEAD : State.DEGRADED;
  }

  /** Returns the length of the streak. */
  public int failures(Now now) {
    return isStable(now) ? 0 : failures;
  }

  /** Returns how long the streak has lasted; zero if there is none. */
  public Duration outage(Now now) {
    return failingNanos.isEmpty() || isStable(now)
        ? Duration.ZERO
        : Duration.ofNanos(now.nanos() - failingNanos.getAsLong());
  }

  /** Returns when we may try it again, on the clock that never jumps. */
  public long nextAttemptNanos() {
    return Math.max(nextAttemptNanos, coolUntilNanos.orElse(nextAttemptNanos));
  }

  /** Returns whether we must send no new request. */
  public boolean isCoolingDown(Now now) {
    return coolUntilNanos.isPresent() && now.nanos() < coolUntilNanos.getAsLong();
  }

  /** Returns when the last pause that the relay asked for ends or ended, if it ever did. */
  public OptionalLong coolUntilNanos() {
    return coolUntilNanos;
  }

  private boolean isStable(Now now) {
    if (connectedNanos.isEmpty()) {
      return false;
    }
    long since = Math.max(connectedNanos.getAsLong(), refusedNanos.orElse(Long.MIN_VALUE));
    return now.nanos() - since >= STABLE_AFTER.toNanos();
  }

  private void endStreakIfStable(Now now) {
    if (isStable(now)) {
      failures = 0;
      failingNanos = OptionalLong.empty();
      refusedNanos = OptionalLong.empty();
      dead = false;
      nextAttemptNanos = now.nanos();
    }
  }

  /** The pause that follows from what is known. */
  private Duration pause(RandomGenerator random) {
    if (refusedNanos.isPresent()) {
      return probePause();
    }
    Duration backOff = backOff(random);
    return dead && !bootstrap ? PROBED_EVERY : backOff;
  }

  private Duration backOff(RandomGenerator random) {
    int doublings = Math.min(failures - 1, DOUBLINGS_MAX);
    double spread = 1 - JITTER + 2 * JITTER * random.nextDouble();
    double nanos = settings.base().toNanos() * Math.pow(2, doublings) * spread;
    return Duration.ofNanos((long) Math.min(nanos, (double) settings.max().toNanos()));
  }

  private Duration waitFor(Duration pause, Now now) {
    nextAttemptNanos = Math.max(nextAttemptNanos, now.after(pause));
    return Duration.ofNanos(nextAttemptNanos() - now.nanos());
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
