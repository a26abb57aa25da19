package dev.graspd.server.app.command;

import dev.graspd.core.store.Store;
import dev.graspd.server.app.command.RunningServer.Shape;
import dev.graspd.server.app.desk.EndedAnswers;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.PrintWriter;

/**
 * The command that shows, restores and erases ended repositories. It asks a running server through
 * its data directory; without a server it can only show them.
 */
final class HoldingCommand {
  private HoldingCommand() {}

  /**
   * The request of the operator.
   *
   * @param repository empty for all
   */
  record Order(String action, String repository, boolean asJson) {}

  static int run(Config config, Order order, PrintWriter out) throws StartRefused {
    String action = order.action();
    String repository = order.repository();
    boolean isList = action.equals(EndedAnswers.LIST);
    String question = order.asJson() && isList ? EndedAnswers.LIST_AS_JSON : action;
    if (!isList) {
      question +=
          " "
              + EndedAnswers.repository(repository)
                  .map(EndedAnswers::name)
                  .orElseThrow(() -> notARepository(action, repository));
    } else if (!repository.isEmpty()) {
      throw new StartRefused("'graspd holding list' lists all of them: it takes no repository");
    }
    return new RunningServer(config, out, shape(order)).ask(question, store -> shown(store, order));
  }

  private static Shape shape(Order order) {
    if (!order.asJson()) {
      return Shape.TEXT;
    }
    return order.action().equals(EndedAnswers.LIST) ? Shape.JSON : Shape.WRAPPED;
  }

  private static StartRefused notARepository(String action, String repository) {
    return new StartRefused(
        repository.isEmpty()
            ? "which one? 'graspd holding " + action + " npub1…/identifier'"
            : "no repository (npub1…/identifier): " + repository);
  }

  private static String shown(Store store, Order order) throws StartRefused {
    if (!order.action().equals(EndedAnswers.LIST)) {
      throw new StartRefused(
          "the server is not running: start it with 'graspd serve', then ask again");
    }
    return order.asJson()
        ? EndedAnswers.json(store.repositories())
        : EndedAnswers.list(store.repositories());
  }
}
