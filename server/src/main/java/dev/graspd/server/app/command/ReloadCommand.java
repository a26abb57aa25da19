package dev.graspd.server.app.command;

import dev.graspd.server.app.command.RunningServer.Shape;
import dev.graspd.server.app.desk.ReloadAnswers;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.PrintWriter;

/** The command that lets the running server read its settings again. */
final class ReloadCommand {
  private ReloadCommand() {}

  static int run(Config config, boolean asJson, PrintWriter out) throws StartRefused {
    return new RunningServer(config, out, asJson ? Shape.WRAPPED : Shape.TEXT)
        .ask(
            ReloadAnswers.QUESTION,
            _ -> {
              throw new StartRefused("the server is not running: a start reads all settings");
            });
  }
}
