package dev.graspd.server.app.command;

import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Removal;
import dev.graspd.core.store.Store;
import dev.graspd.core.store.StoreTransaction;
import dev.graspd.core.store.Wait;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.app.command.RunningServer.Shape;
import dev.graspd.server.app.desk.PurgatoryAnswers;
import dev.graspd.server.family.held.HeldEventActions;
import dev.graspd.server.family.held.HeldEventActions.Selection;
import dev.graspd.server.ops.StartRefused;
import dev.graspd.server.ops.config.Config;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/**
 * The command that shows and drops held events, with a running server or without one: dropping also
 * helps if held events prevent a start.
 */
final class PurgatoryCommand {
  static final String IDENTIFIER = "--identifier";
  static final String AUTHOR = "--author";
  static final String ID = "--id";
  static final String ALL = "--all";

  private static final int DROPPED_AT_ONCE = 256;

  private PurgatoryCommand() {}

  static int run(Config config, ParseResult command, PrintWriter out) throws StartRefused {
    String action = command.matchedPositionalValue(0, "");
    if (!action.equals(PurgatoryAnswers.LIST) && !action.equals(PurgatoryAnswers.DROP)) {
      throw new StartRefused("'graspd purgatory' can list and drop, not '" + action + "'");
    }
    Selection selection = selection(command);
    boolean isAll = command.hasMatchedOption(ALL);
    if (action.equals(PurgatoryAnswers.DROP) && selection.equals(Selection.ALL) != isAll) {
      throw new StartRefused(
          "which ones? 'graspd purgatory drop' takes --identifier, --author or --id, or else --all");
    }
    boolean isList = action.equals(PurgatoryAnswers.LIST);
    boolean asJson = command.hasMatchedOption(Commands.JSON);
    String order = asJson && isList ? PurgatoryAnswers.LIST_AS_JSON : action;
    Shape shape = isList ? Shape.JSON : Shape.WRAPPED;
    return new RunningServer(config, out, asJson ? shape : Shape.TEXT)
        .ask(
            PurgatoryAnswers.question(order, selection),
            store -> stopped(store, order, selection, Instant.now().getEpochSecond()));
  }

  private static Selection selection(ParseResult command) throws StartRefused {
    return new Selection(
        option(command, IDENTIFIER, Identifier::parse, "an identifier (the d tag)"),
        option(command, AUTHOR, PurgatoryAnswers::author, "a key (npub1… or 64 hex digits)"),
        option(command, ID, PurgatoryAnswers::id, "an event id (64 hex digits)"));
  }

  private interface Reader<T> {
    Optional<T> read(String text);
  }

  private static <T> Optional<T> option(
      ParseResult command, String name, Reader<T> reader, String expected) throws StartRefused {
    String text = command.matchedOptionValue(name, "");
    Optional<T> value = text.isEmpty() ? Optional.empty() : reader.read(text);
    if (!text.isEmpty() && value.isEmpty()) {
      throw new StartRefused(name + ": '" + text + "' is not " + expected);
    }
    return value;
  }

  private static String stopped(Store store, String action, Selection selection, long nowSeconds) {
    List<Waiting> rows = HeldEventActions.sorted(store.repositories().waiting(), selection);
    if (action.equals(PurgatoryAnswers.LIST)) {
      return PurgatoryAnswers.list(rows);
    }
    if (action.equals(PurgatoryAnswers.LIST_AS_JSON)) {
      return PurgatoryAnswers.json(rows);
    }
    for (int from = 0; from < rows.size(); from += DROPPED_AT_ONCE) {
      List<Waiting> some = rows.subList(from, Math.min(rows.size(), from + DROPPED_AT_ONCE));
      boolean _ =
          store
              .write(tx -> {
                some.forEach(row -> drop(tx, row, nowSeconds));
                return true;
              })
              .toCompletableFuture()
              .join();
    }
    return PurgatoryAnswers.dropped(rows.size());
  }

  /**
   * The next start aligns refs; for the dependent events of an announcement it must see its end.
   */
  private static void drop(StoreTransaction tx, Waiting row, long nowSeconds) {
    Wait until = row.until();
    if (row.kind() == Kinds.ANNOUNCEMENT && !until.lapsed()) {
      tx.repositories().putWait(row.id(), new Wait(until.home(), false, 0));
    } else {
      boolean _ = tx.remove(row.id(), Removal.LAPSED, nowSeconds);
    }
  }
}
