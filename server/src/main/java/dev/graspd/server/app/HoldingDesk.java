package dev.graspd.server.app;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.policy.ByteSize;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Holding;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.server.gate.HoldingWords;
import dev.graspd.server.gate.OperatorOrders;
import dev.graspd.server.ops.DropBox.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Does in the running server what {@code graspd holding} asks for. */
final class HoldingDesk {
  static final String LIST = "list";
  static final String LIST_AS_JSON = "list-json";
  static final String RESTORE = "restore";
  static final String ERASE = "erase";

  private final RepositoryStore store;
  private final OperatorOrders orders;

  HoldingDesk(RepositoryStore store, OperatorOrders orders) {
    this.store = store;
    this.orders = orders;
  }

  /** Answers a question such as {@code erase npub1…/identifier}. */
  Answer answer(String question) {
    String[] words = question.split(" ", 2);
    if (words[0].equals(LIST)) {
      return new Answer(true, list(store));
    }
    if (words[0].equals(LIST_AS_JSON)) {
      return new Answer(true, json(store));
    }
    Optional<RepoAddress> repository = words.length == 2 ? repository(words[1]) : Optional.empty();
    if (repository.isEmpty()) {
      return new Answer(false, "no repository: npub1…/identifier");
    }
    return switch (words[0]) {
      case RESTORE -> restore(repository.get());
      case ERASE -> erase(repository.get());
      default -> new Answer(false, "this server does not know how to " + words[0]);
    };
  }

  private Answer restore(RepoAddress repository) {
    return orders
        .restore(repository)
        .toCompletableFuture()
        .join()
        .map(why -> new Answer(false, why))
        .orElseGet(() -> new Answer(true, name(repository) + " is restored"));
  }

  private Answer erase(RepoAddress repository) {
    try {
      return orders.eraseEnded(repository)
          ? new Answer(true, name(repository) + " is erased for good")
          : new Answer(false, "nothing is kept of " + name(repository));
    } catch (RuntimeException e) {
      return new Answer(
          false, name(repository) + " is not erased yet, the server goes on with it: " + e);
    }
  }

  /** Reads {@code npub1…/identifier}; {@code .git} may follow. */
  static Optional<RepoAddress> repository(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    String name = text.substring(slash + 1);
    String identifier =
        name.endsWith(".git") ? name.substring(0, name.length() - ".git".length()) : name;
    return Bech32.parseNpub(text.substring(0, slash))
        .flatMap(owner -> Identifier.parse(identifier).map(one -> new RepoAddress(owner, one)));
  }

  static String name(RepoAddress repository) {
    return HoldingWords.name(repository);
  }

  /** Returns one line for each repository that is hosted no more. */
  static String list(RepositoryStore store) {
    List<Holding> holdings = store.holdings();
    return holdings.isEmpty()
        ? "no repository is kept that is hosted no more"
        : holdings.stream().map(one -> line(store, one)).collect(Collectors.joining("\n"));
  }

  /** Returns the same for programs: an object on each line. */
  static String json(RepositoryStore store) {
    return store.holdings().stream()
        .map(one -> jsonLine(store, one))
        .collect(Collectors.joining("\n"));
  }

  private static String jsonLine(RepositoryStore store, Holding holding) {
    return JsonText.object(json -> {
      json.writeStringProperty("repository", name(holding.repository()));
      json.writeStringProperty("cause", holding.cause().name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("phase", holding.phase().name().toLowerCase(Locale.ROOT));
      json.writeNumberProperty("since", holding.sinceSeconds());
      json.writeNumberProperty("until", holding.untilSeconds());
      json.writeNumberProperty("refs", holding.refs().values().size());
      json.writeNumberProperty("events", store.countAside(holding.repository()));
      json.writeNumberProperty("bytes", bytes(store, holding.repository()));
    });
  }

  private static long bytes(RepositoryStore store, RepoAddress repository) {
    return PackRecord.sharesOf(store.packs(repository.identifier()))
        .getOrDefault(repository.owner(), 0L);
  }

  private static String line(RepositoryStore store, Holding holding) {
    RepoAddress repository = holding.repository();
    return "%s  %s since %s, %s, refs %d, events %d, packs %s"
        .formatted(
            name(repository),
            holding.cause().name().toLowerCase(Locale.ROOT),
            Instant.ofEpochSecond(holding.sinceSeconds()),
            end(holding),
            holding.refs().values().size(),
            store.countAside(repository),
            ByteSize.rough(bytes(store, repository)));
  }

  private static String end(Holding holding) {
    return switch (holding.phase()) {
      case GATHERING, HELD -> "erased from " + Instant.ofEpochSecond(holding.untilSeconds());
      case CONDEMNED, ERASING -> "being erased";
      case RESTORING -> "being restored";
    };
  }
}
