package dev.graspd.server.diary;

import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.nostr.refusal.Refusal;
import java.util.Optional;

/**
 * One line of the diary. It never names the address of a client.
 *
 * @param atSeconds when it happened first
 * @param lastSeconds when it happened last
 * @param times how often in a row
 * @param source where it came from, in words; may be empty
 * @param text details; may be empty
 * @param reason of a refusal
 */
public record DiaryEntry(
    long atSeconds,
    long lastSeconds,
    int times,
    Step step,
    String source,
    String text,
    Optional<Reason> reason) {
  /** Most characters that are kept of a text or a source. */
  public static final int CHARACTERS_MAX = 400;

  public DiaryEntry {
    source = cut(source);
    text = cut(text);
  }

  /** A decision that is no refusal. */
  public DiaryEntry(
      long atSeconds, long lastSeconds, int times, Step step, String source, String text) {
    this(atSeconds, lastSeconds, times, step, source, text, Optional.empty());
  }

  /** A decision without a source. */
  public static DiaryEntry of(long atSeconds, Step step, String text) {
    return of(atSeconds, step, "", text);
  }

  /** A decision with a source. */
  public static DiaryEntry of(long atSeconds, Step step, String source, String text) {
    return new DiaryEntry(atSeconds, atSeconds, 1, step, source, text);
  }

  /** A refusal. */
  public static DiaryEntry refused(long atSeconds, String source, Refusal why) {
    return new DiaryEntry(
        atSeconds, atSeconds, 1, Step.REFUSED, source, why.message(), Optional.of(why.reason()));
  }

  boolean isSaying(DiaryEntry that) {
    return step == that.step && source.equals(that.source) && text.equals(that.text);
  }

  /** Returns this entry, repeated once more. */
  DiaryEntry again(long seconds) {
    return new DiaryEntry(atSeconds, seconds, times + 1, step, source, text, reason);
  }

  int length() {
    return source.length() + text.length();
  }

  private static String cut(String text) {
    if (text.length() <= CHARACTERS_MAX) {
      return text;
    }
    boolean isSplit = Character.isHighSurrogate(text.charAt(CHARACTERS_MAX - 1));
    return text.substring(0, isSplit ? CHARACTERS_MAX - 1 : CHARACTERS_MAX) + "…";
  }
}
