package dev.graspd.server.app.desk;

import dev.graspd.core.store.hook.HookSecret;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A question about webhooks, as lines of text.
 *
 * @param action {@link #ADD}, {@link #LIST}, {@link #REMOVE}, {@link #LOG} or {@link #SEND}
 * @param what a URL for a new hook, otherwise an id; empty for all hooks
 * @param topics words, with commas between them
 * @param repositories which ones, as in lists of the configuration; empty for all
 * @param anyAddress whether the receiver may be on a private address and without TLS
 * @param secret for a new hook; without one the server makes one
 */
public record HookQuestion(
    String action,
    boolean asJson,
    String what,
    String topics,
    String repositories,
    boolean anyAddress,
    Optional<HookSecret> secret) {
  public static final String ADD = "add";
  public static final String LIST = "list";
  public static final String REMOVE = "remove";
  public static final String LOG = "log";
  public static final String SEND = "send";

  /** The first line of every question about webhooks. */
  static final String QUESTION = "hook\n";

  private static final int LINES = 7;

  /** A question that has no more than a name. */
  public static HookQuestion of(String action, boolean asJson, String what) {
    return new HookQuestion(action, asJson, what, "", "", false, Optional.empty());
  }

  public String text() {
    return QUESTION
        + String.join(
            "\n",
            action,
            asJson ? "json" : "text",
            what,
            topics,
            repositories,
            anyAddress ? "any" : "checked",
            secret.map(HookSecret::text).orElse(""))
        + "\n";
  }

  static boolean isOne(String text) {
    return text.startsWith(QUESTION);
  }

  boolean isReading() {
    return action.equals(LIST) || action.equals(LOG);
  }

  /** Reads a question; empty if another version of the program wrote it. */
  static Optional<HookQuestion> parse(String text) {
    List<String> lines = List.of(text.substring(QUESTION.length()).split("\n", -1));
    if (lines.size() < LINES) {
      return Optional.empty();
    }
    String secret = lines.get(6);
    return secret.isEmpty() || HookSecret.isSecret(secret)
        ? Optional.of(
            new HookQuestion(
                lines.get(0),
                lines.get(1).equals("json"),
                lines.get(2),
                lines.get(3),
                lines.get(4),
                lines.get(5).equals("any"),
                secret.isEmpty() ? Optional.empty() : Optional.of(new HookSecret(secret))))
        : Optional.empty();
  }

  /** Returns the id of a hook, if this is one. */
  public OptionalLong id() {
    return what.matches("[1-9][0-9]{0,11}")
        ? OptionalLong.of(Long.parseLong(what))
        : OptionalLong.empty();
  }
}
