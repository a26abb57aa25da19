package dev.graspd.core.nostr.refusal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Why this server refuses something, one enum for each kind of request. The wire texts, the pages
 * in {@code docs/errors/} and the metrics come from these tables.
 */
public sealed interface Reason
    permits MessageReason,
        EventReason,
        HeldReason,
        ServerReason,
        QueryReason,
        PushReason,
        FetchReason,
        PageReason {
  /**
   * What a reason says.
   *
   * @param text what follows the prefix on the wire
   * @param explanation what it means, for the page about it
   * @param remedy what to do, for the page about it
   */
  record Wording(Prefix prefix, String text, String explanation, String remedy) {}

  /** Returns every reason, in the order of the index of pages. */
  static List<Reason> all() {
    return Stream.<Reason[]>of(
            MessageReason.values(),
            EventReason.values(),
            HeldReason.values(),
            ServerReason.values(),
            QueryReason.values(),
            PushReason.values(),
            FetchReason.values(),
            PageReason.values())
        .flatMap(Arrays::stream)
        .toList();
  }

  /** Returns the name of the constant. */
  String name();

  Wording wording();

  default Prefix prefix() {
    return wording().prefix();
  }

  /** Returns whether the same request may succeed later. */
  default boolean isTemporary() {
    return prefix() == Prefix.RATE_LIMITED || prefix() == Prefix.ERROR;
  }

  /** Returns the name of its page. */
  default String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a refusal for this reason without a detail. */
  default Refusal refusal() {
    return new Refusal(this, wording().text());
  }

  /** Returns a refusal that names a detail. */
  default Refusal refusal(String detail) {
    return new Refusal(this, wording().text() + ": " + detail);
  }

  /** Returns a refusal with another text, where a specification fixes it. */
  default Refusal saying(String text) {
    return new Refusal(this, text);
  }
}
