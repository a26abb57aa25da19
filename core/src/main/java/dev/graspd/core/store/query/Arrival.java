package dev.graspd.core.store.query;

/** When an event came here, as far as the store knows: it keeps minutes, and not for ever. */
public sealed interface Arrival {
  /**
   * It is served since this minute.
   *
   * @param minuteSeconds when the minute began
   * @param hasWaited whether it was held before that
   */
  record Within(long minuteSeconds, boolean hasWaited) implements Arrival {}

  /** It was here before the first minute that is known. */
  record Before(long minuteSeconds) implements Arrival {}
}
