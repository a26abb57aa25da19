package dev.graspd.server.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.graspd.core.store.hook.HookSecret;
import dev.graspd.server.app.command.RunningServer.Shape;
import dev.graspd.server.app.desk.HookLists;
import dev.graspd.server.app.desk.HookQuestion;
import dev.graspd.server.ops.FileTrouble;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The command that adds, lists, removes and tests webhooks, and shows their deliveries. */
final class HookCommand {
  static final String WORDS =
      "Tell other programs what happens: add, list, remove and test webhooks, show deliveries.";

  private static final String ON = "--on";
  private static final String REPOSITORY = "--repository";
  private static final String SECRET_FILE = "--secret-file";
  private static final String ANY_ADDRESS = "--any-address";
  private static final String JSON = "--json";

  private HookCommand() {}

  static CommandSpec spec(CommandSpec command) {
    return command
        .addPositional(positional("0", "1", "add|list|remove|log|send", "What to do."))
        .addPositional(
            positional("1", "0..1", "URL|ID", "The receiver of a new hook, or the id of a hook."))
        .addOption(
            text(
                ON,
                "WORDS",
                "What a new hook hears of, with commas: push, state, issue, patch, pull-request,"
                    + " comment, status."))
        .addOption(
            text(
                REPOSITORY,
                "NAME",
                "Only these repositories: npub1…, npub1…/identifier or identifier."))
        .addOption(
            text(
                SECRET_FILE,
                "FILE",
                "Sign with the text in this file; otherwise a new secret is shown once."))
        .addOption(
            OptionSpec.builder(ANY_ADDRESS)
                .description("The receiver may have a private address and no TLS.")
                .build())
        .addOption(
            OptionSpec.builder(JSON)
                .description("Print JSON, for programs; a list has one object per line.")
                .build());
  }

  private static PositionalParamSpec positional(
      String index, String arity, String label, String words) {
    return PositionalParamSpec.builder()
        .index(index)
        .arity(arity)
        .paramLabel(label)
        .description(words)
        .type(String.class)
        .build();
  }

  private static OptionSpec text(String name, String label, String words) {
    return OptionSpec.builder(name).type(String.class).paramLabel(label).description(words).build();
  }

  static int run(Config config, ParseResult command, PrintWriter out) throws StartRefused {
    HookQuestion question = question(command);
    return new RunningServer(config, out, question.asJson() ? Shape.JSON : Shape.TEXT)
        .ask(
            question.text(),
            store ->
                switch (question.action()) {
                  case HookQuestion.LIST -> HookLists.hooks(store, question.asJson());
                  case HookQuestion.LOG ->
                      HookLists.deliveries(store, question.id(), question.asJson());
                  default ->
                      throw new StartRefused(
                          "the server is not running: start it with 'graspd serve', then ask"
                              + " again");
                });
  }

  private static HookQuestion question(ParseResult command) throws StartRefused {
    String action = command.matchedPositionalValue(0, "");
    String what = command.matchedPositionalValue(1, "");
    boolean asJson = command.hasMatchedOption(JSON);
    HookQuestion plain = HookQuestion.of(action, asJson, what);
    boolean isAdding = action.equals(HookQuestion.ADD);
    boolean hasOptions =
        command.hasMatchedOption(ON)
            || command.hasMatchedOption(REPOSITORY)
            || command.hasMatchedOption(SECRET_FILE)
            || command.hasMatchedOption(ANY_ADDRESS);
    if (!isAdding && hasOptions) {
      throw new StartRefused("only 'graspd hook add' takes more than an id and " + JSON);
    }
    return switch (action) {
      case HookQuestion.ADD -> adding(command, asJson, what);
      case HookQuestion.LIST -> {
        if (!what.isEmpty()) {
          throw new StartRefused("'graspd hook list' lists all of them: it takes nothing else");
        }
        yield plain;
      }
      case HookQuestion.LOG -> {
        if (!what.isEmpty() && plain.id().isEmpty()) {
          throw new StartRefused("which one? 'graspd hook log ID', or without an id for all");
        }
        yield plain;
      }
      case HookQuestion.REMOVE, HookQuestion.SEND -> {
        if (plain.id().isEmpty()) {
          throw new StartRefused(
              "which one? 'graspd hook %s ID'; 'graspd hook list' shows ids".formatted(action));
        }
        yield plain;
      }
      default ->
          throw new StartRefused(
              "'graspd hook' can add, list, remove, log and send, not '" + action + "'");
    };
  }

  private static HookQuestion adding(ParseResult command, boolean asJson, String url)
      throws StartRefused {
    String topics = command.matchedOptionValue(ON, "");
    if (url.isEmpty() || topics.isEmpty()) {
      throw new StartRefused("where to and when? 'graspd hook add URL --on push,issue'");
    }
    String file = command.matchedOptionValue(SECRET_FILE, "");
    return new HookQuestion(
        HookQuestion.ADD,
        asJson,
        oneLine(url),
        oneLine(topics),
        oneLine(command.matchedOptionValue(REPOSITORY, "")),
        command.hasMatchedOption(ANY_ADDRESS),
        file.isEmpty() ? Optional.empty() : Optional.of(secret(Path.of(file))));
  }

  private static String oneLine(String text) throws StartRefused {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new StartRefused("an argument has a line break or another control character");
    }
    return text;
  }

  private static HookSecret secret(Path file) throws StartRefused {
    try (InputStream in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(4 * HookSecret.CHARACTERS_MAX), UTF_8).strip();
      if (!HookSecret.isSecret(text)) {
        throw new StartRefused(
            "%s: a secret has %d to %d visible ASCII characters on one line"
                .formatted(SECRET_FILE, HookSecret.CHARACTERS_MIN, HookSecret.CHARACTERS_MAX));
      }
      return new HookSecret(text);
    } catch (IOException e) {
      throw new StartRefused(SECRET_FILE + ": " + FileTrouble.text(e), e);
    }
  }
}
