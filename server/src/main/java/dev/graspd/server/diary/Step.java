package dev.graspd.server.diary;

import java.util.Locale;

/** A step in the life of an event or a ref. */
public enum Step {
  ACCEPTED,
  /** Kept and not served: the text says what it waits for. */
  HELD,
  REFUSED,
  /** Not taken, because something newer is here. */
  OUTDATED,
  /** Waits for its full time again. */
  RENEWED,
  /** Waited, and is served from now on. */
  RELEASED,
  /** Its time to wait is over; it is only remembered. */
  LAPSED,
  REPLACED,
  DELETED,
  /** A ref got another value, or was removed. */
  MOVED,
  /** It had that value already. */
  UNCHANGED,
  /** Its git data was sought elsewhere. */
  SOUGHT;

  /** Returns the word for programs and people. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
