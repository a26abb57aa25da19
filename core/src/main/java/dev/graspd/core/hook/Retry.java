package dev.graspd.core.hook;

import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Phase;
import dev.graspd.core.store.hook.Delivery.Progress;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** When to send again, and when to give up (WH-5). */
public final class Retry {
  /** The pause after the first failure, at most. */
  static final long PAUSE_MILLIS_FIRST = Duration.ofSeconds(10).toMillis();

  /** The longest pause. */
  static final long PAUSE_MILLIS_MAX = Duration.ofHours(1).toMillis();

  /** How long a delivery is tried. */
  public static final long LIFE_MILLIS = Duration.ofHours(24).toMillis();

  private static final int DOUBLINGS_MAX = 20;

  private Retry() {}

  /** Returns a pause between half and all of 10 s, doubled with each failure up to an hour. */
  static long pauseMillis(int failures, RandomGenerator random) {
    long doubled = PAUSE_MILLIS_FIRST << Math.clamp(failures - 1L, 0, DOUBLINGS_MAX);
    long whole = Math.min(PAUSE_MILLIS_MAX, doubled);
    return whole / 2 + random.nextLong(whole / 2 + 1);
  }

  /** Returns whether a delivery has waited as long as it may. */
  static boolean isOver(Delivery delivery, long nowMillis) {
    return nowMillis - delivery.progress().sinceMillis() >= LIFE_MILLIS;
  }

  /** Returns a delivery after an attempt. */
  static Delivery after(
      Delivery delivery, Attempt attempt, long tookMillis, long nowMillis, RandomGenerator random) {
    return switch (attempt) {
      case Attempt.Withdrawn() ->
          ended(delivery, Phase.WITHDRAWN, nowMillis, "it is no longer served");
      case Attempt.Answered answer when answer.isTaken() ->
          tried(delivery, Phase.DELIVERED, nowMillis, answer.status(), tookMillis, "");
      case Attempt.Answered(var status) ->
          failed(delivery, status, tookMillis, nowMillis, "HTTP " + status, random);
      case Attempt.Failed(var why) -> failed(delivery, 0, tookMillis, nowMillis, why, random);
    };
  }

  private static Delivery failed(
      Delivery delivery,
      int status,
      long tookMillis,
      long nowMillis,
      String why,
      RandomGenerator random) {
    long due = nowMillis + pauseMillis(delivery.progress().attempts() + 1, random);
    return isOver(delivery, due)
        ? tried(delivery, Phase.GIVEN_UP, nowMillis, status, tookMillis, why)
        : tried(delivery, Phase.WAITING, due, status, tookMillis, why);
  }

  private static Delivery tried(
      Delivery delivery, Phase phase, long atMillis, int status, long tookMillis, String note) {
    Progress before = delivery.progress();
    return delivery.with(
        new Progress(
            phase,
            before.sinceMillis(),
            before.attempts() + 1,
            atMillis,
            status,
            tookMillis,
            note));
  }

  /** Returns a delivery that has ended without an attempt. */
  static Delivery ended(Delivery delivery, Phase phase, long nowMillis, String note) {
    Progress before = delivery.progress();
    return delivery.with(
        new Progress(
            phase,
            before.sinceMillis(),
            before.attempts(),
            nowMillis,
            before.status(),
            before.tookMillis(),
            note));
  }
}
