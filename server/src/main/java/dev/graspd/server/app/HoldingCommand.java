package dev.graspd.server.app;

import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import dev.graspd.server.store.lmdb.LmdbEventStore;
import java.io.PrintWriter;

/**
 * The command that shows, restores and erases repositories which are hosted no more. A running
 * server is asked through its data directory; of a stopped one they can only be shown.
 */
final class HoldingCommand {
  private HoldingCommand() {}

  /**
   * What the operator asks for.
   *
   * @param repository empty for all
   */
  record Order(String action, String repository, boolean asJson) {}

  static int run(Config config, Order order, PrintWriter out) throws StartRefused {
    String action = order.action();
    String repository = order.repository();
    if (order.asJson() && !action.equals(HoldingDesk.LIST)) {
      throw new StartRefused("--json is for 'graspd holding list'");
    }
    String question = order.asJson() ? HoldingDesk.LIST_AS_JSON : action;
    if (!action.equals(HoldingDesk.LIST)) {
      question +=
          " "
              + HoldingDesk.repository(repository)
                  .map(HoldingDesk::name)
                  .orElseThrow(() -> notARepository(action, repository));
    } else if (!repository.isEmpty()) {
      throw new StartRefused("'graspd holding list' lists all of them: it takes no repository");
    }
    return new ServerDesk(config, out).ask(question, store -> shown(store, order));
  }

  private static StartRefused notARepository(String action, String repository) {
    return new StartRefused(
        repository.isEmpty()
            ? "which one? 'graspd holding " + action + " npub1…/identifier'"
            : "no repository (npub1…/identifier): " + repository);
  }

  private static String shown(LmdbEventStore store, Order order) throws StartRefused {
    if (!order.action().equals(HoldingDesk.LIST)) {
      throw new StartRefused(
          "the server is not running: start it with 'graspd serve', then ask again");
    }
    return order.asJson() ? HoldingDesk.json(store) : HoldingDesk.list(store);
  }
}
