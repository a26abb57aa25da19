package dev.graspd.server.app.desk;

import dev.graspd.core.store.ban.Banned;
import java.util.List;
import java.util.Optional;

/**
 * A question about bans or the audit log, as lines of text.
 *
 * @param action {@link #BAN}, {@link #UNBAN}, {@link #LIST} or {@link #AUDIT}
 * @param what a kind and a name, for example {@code key npub1…}; empty for lists
 * @param seconds how long a ban holds, or how far back the audit log is read; 0 without a limit
 */
public record BanQuestion(String action, boolean asJson, String what, long seconds, String reason) {
  /** The first line of every question about bans. */
  static final String QUESTION = "ban\n";

  public static final String BAN = "ban";
  public static final String UNBAN = "unban";
  public static final String LIST = "list";
  public static final String AUDIT = "audit";

  public static final String EVENT = "event";
  public static final String KEY = "key";
  public static final String REPOSITORY = "repository";

  private static final int LINES = 5;

  public String text() {
    return QUESTION
        + String.join("\n", action, asJson ? "json" : "text", what, Long.toString(seconds), reason)
        + "\n";
  }

  static boolean isOne(String text) {
    return text.startsWith(QUESTION);
  }

  boolean isReading() {
    return action.equals(LIST) || action.equals(AUDIT);
  }

  /** Reads a question; empty if another version of the program wrote it. */
  static Optional<BanQuestion> parse(String text) {
    List<String> lines = List.of(text.substring(QUESTION.length()).split("\n", -1));
    if (lines.size() < LINES || !lines.get(3).matches("[0-9]{1,12}")) {
      return Optional.empty();
    }
    return Optional.of(
        new BanQuestion(
            lines.get(0),
            lines.get(1).equals("json"),
            lines.get(2),
            Long.parseLong(lines.get(3)),
            lines.get(4)));
  }

  /** Reads what a ban is about; the name of a key may be in hex. */
  public static Optional<Banned> banned(String kind, String name) {
    return switch (kind) {
      case EVENT -> PurgatoryAnswers.id(name).map(Banned.OfEvent::new);
      case KEY -> PurgatoryAnswers.author(name).map(Banned.OfKey::new);
      case REPOSITORY -> EndedAnswers.repository(name).map(Banned.OfRepository::new);
      default -> Optional.empty();
    };
  }

  Optional<Banned> banned() {
    int space = what.indexOf(' ');
    return space < 0
        ? Optional.empty()
        : banned(what.substring(0, space), what.substring(space + 1));
  }
}
