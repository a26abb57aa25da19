package dev.graspd.server.app.desk;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.Waiting;
import dev.graspd.server.family.held.HeldEventActions;
import dev.graspd.server.family.held.HeldEventActions.Selection;
import dev.graspd.server.ops.data.DropBox.Answer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers {@code graspd purgatory} in the running server. */
public record PurgatoryAnswers(HeldEventActions held) {
  /** The first line of every question about held events. */
  static final String QUESTION = "purgatory\n";

  public static final String LIST = "list";
  public static final String LIST_AS_JSON = "list-json";
  public static final String DROP = "drop";

  private static final int LINES_MAX = 1_000;
  private static final String IDENTIFIER = "identifier ";
  private static final String AUTHOR = "author ";
  private static final String ID = "id ";

  public static String question(String action, Selection selection) {
    StringBuilder question = new StringBuilder(QUESTION + action);
    selection.identifier().ifPresent(one -> question.append("\n" + IDENTIFIER).append(one.text()));
    selection.author().ifPresent(one -> question.append("\n" + AUTHOR).append(one.hex()));
    selection.id().ifPresent(one -> question.append("\n" + ID).append(one.hex()));
    return question.toString();
  }

  Answer answer(String question) {
    List<String> lines = question.substring(QUESTION.length()).lines().toList();
    String action = lines.isEmpty() ? "" : lines.getFirst();
    Selection selection =
        new Selection(
            value(lines, IDENTIFIER).flatMap(Identifier::parse),
            value(lines, AUTHOR).flatMap(PurgatoryAnswers::author),
            value(lines, ID).flatMap(PurgatoryAnswers::id));
    return switch (action) {
      case LIST -> new Answer(true, list(held.find(selection)));
      case LIST_AS_JSON -> new Answer(true, json(held.find(selection)));
      case DROP -> new Answer(true, dropped(held.drop(selection)));
      default -> new Answer(false, "this server does not know how to " + action);
    };
  }

  private static Optional<String> value(List<String> lines, String name) {
    return lines.stream()
        .skip(1)
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst();
  }

  public static Optional<PublicKey> author(String text) {
    return Hex.isLowerHex(text, 64) ? Optional.of(PublicKey.parse(text)) : Bech32.parseNpub(text);
  }

  public static Optional<EventId> id(String text) {
    return Hex.isLowerHex(text, 64) ? Optional.of(EventId.parse(text)) : Optional.empty();
  }

  public static String dropped(int events) {
    return events == 1 ? "1 held event is dropped" : events + " held events are dropped";
  }

  public static String list(List<Waiting> rows) {
    if (rows.isEmpty()) {
      return "no event is held";
    }
    long bytes = rows.stream().mapToLong(Waiting::heapBytes).sum();
    String lines =
        rows.stream()
            .limit(LINES_MAX)
            .map(PurgatoryAnswers::line)
            .collect(Collectors.joining("\n"));
    int more = rows.size() - LINES_MAX;
    return lines
        + (more > 0 ? "\n… and " + more + " more" : "")
        + "\n%d held, %s when parsed".formatted(rows.size(), ByteSize.rough(bytes));
  }

  /** Returns all of them, one JSON object per line. */
  public static String json(List<Waiting> rows) {
    return rows.stream().map(PurgatoryAnswers::jsonLine).collect(Collectors.joining("\n"));
  }

  private static String jsonLine(Waiting row) {
    return JsonText.object(json -> {
      json.writeStringProperty("identifier", row.until().home().text());
      json.writeStringProperty("type", type(row.kind()));
      json.writeNumberProperty("kind", row.kind());
      json.writeStringProperty("id", row.id().hex());
      json.writeStringProperty("author", Bech32.npub(row.author()));
      json.writeBooleanProperty("lapsed", row.until().lapsed());
      json.writeNumberProperty("bytes", row.heapBytes());
    });
  }

  private static String line(Waiting row) {
    return "%s  %s %s by %s, %s, %s when parsed"
        .formatted(
            row.until().home(),
            type(row.kind()),
            row.id(),
            Bech32.npub(row.author()),
            row.until().lapsed() ? "lapsed" : "waits",
            ByteSize.rough(row.heapBytes()));
  }

  private static String type(int kind) {
    return switch (kind) {
      case Kinds.ANNOUNCEMENT -> "announcement";
      case Kinds.REPO_STATE -> "state";
      case Kinds.PULL_REQUEST -> "pull request";
      default -> "update";
    };
  }
}
