package dev.graspd.server.app.command;

import dev.graspd.server.app.desk.EndedAnswers;
import dev.graspd.server.app.desk.RepoAnswers;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ParseResult;

/** The command that lists hosted repositories, of a running or a stopped server. */
final class RepoCommand {
  static final String OWNER = "--owner";
  static final String TOPIC = "--topic";
  static final String QUERY = "--query";
  static final String JSON = "--json";

  private RepoCommand() {}

  static int run(Config config, ParseResult command, PrintWriter out) throws StartRefused {
    String action = command.matchedPositionalValue(0, "");
    boolean asJson = command.hasMatchedOption(JSON);
    String question = RepoAnswers.question(action, asJson, rest(action, command));
    RunningServer desk =
        asJson
            ? new RunningServer(config, out, RunningServer.Shape.JSON)
            : new RunningServer(config, out);
    return desk.ask(
        question,
        store -> {
          var service = config.serviceAt(config.web().bind());
          var answer =
              new RepoAnswers(RepoAnswers.stopped(store, service), service).answer(question);
          if (!answer.done()) {
            throw new StartRefused(answer.text());
          }
          return answer.text();
        });
  }

  private static String rest(String action, ParseResult command) throws StartRefused {
    String repository = command.matchedPositionalValue(1, "");
    return switch (action) {
      case RepoAnswers.LIST -> {
        if (!repository.isEmpty()) {
          throw new StartRefused("'graspd repo list' takes no repository: 'graspd repo show'");
        }
        yield query(command);
      }
      case RepoAnswers.SHOW ->
          EndedAnswers.repository(repository)
              .map(EndedAnswers::name)
              .orElseThrow(
                  () -> new StartRefused("which one? 'graspd repo show npub1…/identifier'"));
      default -> throw new StartRefused("'graspd repo' can list and show, not '" + action + "'");
    };
  }

  private static String query(ParseResult command) {
    List<String> parts = new ArrayList<>();
    add(parts, "owner", command.matchedOptionValue(OWNER, ""));
    add(parts, "topic", command.matchedOptionValue(TOPIC, ""));
    add(parts, "q", command.matchedOptionValue(QUERY, ""));
    return String.join("&", parts);
  }

  private static void add(List<String> parts, String name, String value) {
    if (!value.isEmpty()) {
      parts.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
  }
}
