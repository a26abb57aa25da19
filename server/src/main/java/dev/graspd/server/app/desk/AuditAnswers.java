package dev.graspd.server.app.desk;

import dev.graspd.core.store.ban.AuditEntry;
import dev.graspd.core.store.ban.BanStore;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Answers {@code graspd audit}: who ordered what (operations.md, A-3). */
public final class AuditAnswers {
  /** The most entries of one answer: the newest. */
  static final int ENTRIES_MAX = 10_000;

  private AuditAnswers() {}

  public static String list(BanStore bans, BanQuestion question, long nowSeconds) {
    long since = question.seconds() == 0 ? 0 : nowSeconds - question.seconds();
    List<AuditEntry> newest = bans.audit(since, ENTRIES_MAX).reversed();
    if (question.asJson()) {
      return newest.stream().map(AuditAnswers::json).collect(Collectors.joining("\n"));
    }
    return newest.isEmpty()
        ? "no order is recorded"
        : newest.stream().map(AuditAnswers::line).collect(Collectors.joining("\n"));
  }

  private static String line(AuditEntry entry) {
    String reason = entry.order().reason();
    return "%d  %s  %s (%s)  %s %s: %s%s"
        .formatted(
            entry.number(),
            Instant.ofEpochSecond(entry.order().atSeconds()),
            entry.order().actor(),
            entry.order().door(),
            entry.action(),
            entry.subject(),
            entry.result(),
            reason.isEmpty() ? "" : ", because: " + reason);
  }

  private static String json(AuditEntry entry) {
    return JsonText.object(json -> {
      json.writeNumberProperty("number", entry.number());
      json.writeNumberProperty("at", entry.order().atSeconds());
      json.writeStringProperty("actor", entry.order().actor());
      json.writeStringProperty("door", entry.order().door());
      json.writeStringProperty("action", entry.action());
      json.writeStringProperty("subject", entry.subject());
      json.writeStringProperty("reason", entry.order().reason());
      json.writeStringProperty("result", entry.result());
    });
  }
}
