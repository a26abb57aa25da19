package dev.graspd.server.app.command;

import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.Order;
import dev.graspd.server.app.command.RunningServer.Shape;
import dev.graspd.server.app.desk.AuditAnswers;
import dev.graspd.server.app.desk.BanAnswers;
import dev.graspd.server.app.desk.BanQuestion;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ParseResult;

/**
 * The commands that ban, unban, and show what was ordered. Only the running server bans; without it
 * they can only show.
 */
final class BanCommand {
  static final String REASON = "--reason";
  static final String FOR = "--for";
  static final String SINCE = "--since";
  static final String JSON = "--json";

  private static final Pattern TIME = Pattern.compile("([0-9]{1,6})([smhdw])");
  private static final int DAYS_OF_WEEK = 7;

  private BanCommand() {}

  static int run(Config config, ParseResult command, PrintWriter out) throws StartRefused {
    return ask(config, question(command), command.hasMatchedOption(JSON), out);
  }

  private static int ask(Config config, BanQuestion question, boolean asJson, PrintWriter out)
      throws StartRefused {
    // Lists come as JSON; the answer to an order is a sentence.
    Shape shape = question.asJson() ? Shape.JSON : Shape.WRAPPED;
    return new RunningServer(config, out, asJson ? shape : Shape.TEXT)
        .ask(
            question.text(),
            store ->
                switch (question.action()) {
                  case BanQuestion.LIST -> BanAnswers.list(store, question.asJson());
                  case BanQuestion.AUDIT ->
                      AuditAnswers.list(store.bans(), question, Instant.now().getEpochSecond());
                  default ->
                      throw new StartRefused(
                          "the server is not running: start it with 'graspd serve', then ask"
                              + " again");
                });
  }

  private static BanQuestion question(ParseResult command) throws StartRefused {
    boolean asJson = command.hasMatchedOption(JSON);
    String name = command.commandSpec().name();
    if (name.equals(Commands.AUDIT)) {
      return new BanQuestion(BanQuestion.AUDIT, asJson, "", seconds(command, SINCE), "");
    }
    String kind = command.matchedPositionalValue(0, "");
    String subject = command.matchedPositionalValue(1, "");
    if (name.equals(Commands.BAN) && kind.equals(BanQuestion.LIST)) {
      if (!subject.isEmpty()) {
        throw new StartRefused("'graspd ban list' lists all of them: it takes nothing else");
      }
      return new BanQuestion(BanQuestion.LIST, asJson, "", 0, "");
    }
    Optional<Banned> what = BanQuestion.banned(kind, subject);
    if (what.isEmpty()) {
      throw new StartRefused(
          "which one? 'graspd %s event ID', 'key npub1…' or 'repository npub1…/identifier'"
              .formatted(name));
    }
    String reason = command.matchedOptionValue(REASON, "");
    if (!Order.isReason(reason)) {
      throw new StartRefused(
          "%s: at most %d characters, on one line".formatted(REASON, Order.REASON_CHARACTERS_MAX));
    }
    long seconds = name.equals(Commands.BAN) ? seconds(command, FOR) : 0;
    return new BanQuestion(name, false, what.get().shown(), seconds, reason);
  }

  private static long seconds(ParseResult command, String option) throws StartRefused {
    String text = command.matchedOptionValue(option, "");
    long seconds = text.isEmpty() ? 0 : time(text).toSeconds();
    if (!text.isEmpty() && seconds == 0) {
      throw new StartRefused(option + ": '" + text + "' is no time: 30m, 12h, 7d, 2w");
    }
    return seconds;
  }

  private static Duration time(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      return Duration.ZERO;
    }
    long count = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      case "d" -> Duration.ofDays(count);
      default -> Duration.ofDays(DAYS_OF_WEEK * count);
    };
  }
}
