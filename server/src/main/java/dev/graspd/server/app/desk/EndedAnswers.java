package dev.graspd.server.app.desk;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.store.RepositoryStore;
import dev.graspd.core.store.ended.EndedRepository;
import dev.graspd.server.hosting.OperatorActions;
import dev.graspd.server.ops.data.DropBox.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers {@code graspd holding} in the running server. */
public record EndedAnswers(RepositoryStore store, OperatorActions orders) {
  public static final String LIST = "list";
  public static final String LIST_AS_JSON = "list-json";
  public static final String RESTORE = "restore";
  public static final String ERASE = "erase";

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
  public static Optional<RepoAddress> repository(String text) {
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

  public static String name(RepoAddress repository) {
    return repository.shown();
  }

  public static String list(RepositoryStore store) {
    List<EndedRepository> ended = store.ended().all();
    return ended.isEmpty()
        ? "there are no ended repositories"
        : ended.stream().map(one -> line(store, one)).collect(Collectors.joining("\n"));
  }

  /** Returns one JSON object per line. */
  public static String json(RepositoryStore store) {
    return store.ended().all().stream()
        .map(one -> jsonLine(store, one))
        .collect(Collectors.joining("\n"));
  }

  private static String jsonLine(RepositoryStore store, EndedRepository ended) {
    return JsonText.object(json -> {
      json.writeStringProperty("repository", name(ended.repository()));
      json.writeStringProperty("cause", ended.cause().name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("phase", ended.phase().name().toLowerCase(Locale.ROOT));
      json.writeNumberProperty("since", ended.sinceSeconds());
      json.writeNumberProperty("until", ended.untilSeconds());
      json.writeNumberProperty("refs", ended.refs().values().size());
      json.writeNumberProperty("events", store.ended().countAside(ended.repository()));
      json.writeNumberProperty("bytes", bytes(store, ended.repository()));
    });
  }

  private static long bytes(RepositoryStore store, RepoAddress repository) {
    return PackRecord.sharesOf(store.packs(repository.identifier()))
        .getOrDefault(repository.owner(), 0L);
  }

  private static String line(RepositoryStore store, EndedRepository ended) {
    RepoAddress repository = ended.repository();
    return "%s  %s since %s, %s, refs %d, events %d, packs %s"
        .formatted(
            name(repository),
            ended.cause().name().toLowerCase(Locale.ROOT),
            Instant.ofEpochSecond(ended.sinceSeconds()),
            end(ended),
            ended.refs().values().size(),
            store.ended().countAside(repository),
            ByteSize.rough(bytes(store, repository)));
  }

  private static String end(EndedRepository ended) {
    return switch (ended.phase()) {
      case GATHERING, HELD -> "erased from " + Instant.ofEpochSecond(ended.untilSeconds());
      case CONDEMNED, ERASING -> "being erased";
      case RESTORING -> "being restored";
    };
  }
}
