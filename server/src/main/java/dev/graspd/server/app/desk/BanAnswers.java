package dev.graspd.server.app.desk;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.ban.Ban;
import dev.graspd.core.store.ban.Banned;
import dev.graspd.core.store.ban.BlockLists;
import dev.graspd.core.store.ban.Order;
import dev.graspd.server.ban.BanWork;
import dev.graspd.server.ops.data.DropBox.Answer;
import dev.graspd.server.role.Mandate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code graspd ban} and {@code graspd unban} in the running server (operations.md, A-4).
 *
 * @param own the key of this server
 * @param configured names the configuration key that keeps something out too
 * @param executor for what follows an order; may block
 */
public record BanAnswers(
    BanWork work,
    EventStore store,
    PublicKey own,
    Function<Banned, Optional<String>> configured,
    InstantSource clock,
    Executor executor) {
  private static final Logger LOG = LoggerFactory.getLogger(BanAnswers.class);

  /** The door of the command line in the audit log. */
  private static final String CLI = "cli";

  /** Shorter than the patience of the command, which wants an answer. */
  private static final Duration FINISHED_WITHIN = Duration.ofSeconds(40);

  /** Answers a question that came from this user. */
  Answer answer(String text, String asker) {
    return BanQuestion.parse(text)
        .map(question -> answer(question, asker))
        .orElseGet(() -> new Answer(false, "this server does not know this form of the question"));
  }

  private Answer answer(BanQuestion question, String asker) {
    return switch (question.action()) {
      case BanQuestion.LIST -> new Answer(true, list(store, question.asJson()));
      case BanQuestion.AUDIT ->
          new Answer(
              true, AuditAnswers.list(store.bans(), question, clock.instant().getEpochSecond()));
      case BanQuestion.BAN, BanQuestion.UNBAN -> ordered(question, asker);
      case String other -> new Answer(false, "this server does not know how to " + other);
    };
  }

  private Answer ordered(BanQuestion question, String asker) {
    Optional<Banned> what = question.banned();
    if (what.isEmpty()) {
      return new Answer(false, "no event, key or repository: " + question.what());
    }
    if (!Order.isReason(question.reason())) {
      return new Answer(
          false,
          "a reason has at most " + Order.REASON_CHARACTERS_MAX + " characters, on one line");
    }
    Order order = new Order(asker, CLI, question.reason(), clock.instant().getEpochSecond());
    return question.action().equals(BanQuestion.BAN)
        ? ban(what.get(), order, question.seconds())
        : unban(what.get(), order);
  }

  private Answer ban(Banned what, Order order, long seconds) {
    Optional<String> refused = whyNot(what);
    if (refused.isPresent()) {
      work.refused(order, BanQuestion.BAN, what.shown(), refused.get());
      return new Answer(false, refused.get());
    }
    OptionalLong until =
        seconds == 0 ? OptionalLong.empty() : OptionalLong.of(order.atSeconds() + seconds);
    Ban ban = work.impose(what, order, until);
    String done =
        what.shown()
            + " is banned"
            + (until.isPresent() ? " until " + Instant.ofEpochSecond(until.getAsLong()) : "");
    return finished(
        what,
        done,
        "nothing of it is accepted or served",
        "nothing new of it is accepted; what is here is still being set aside, 'graspd ban list'"
            + " shows when that is done",
        ban.number());
  }

  private Optional<String> whyNot(Banned what) {
    return switch (what) {
      case Banned.OfKey(var key) when key.equals(own) ->
          Optional.of("this is the key of this server");
      case Banned.OfEvent(var id) -> store.served(id).flatMap(BanAnswers::asRepository);
      case Banned.OfKey _ -> Optional.empty();
      case Banned.OfRepository(var address) when address.owner().equals(own) ->
          Optional.of("this is a repository of this server's key");
      case Banned.OfRepository _ -> Optional.empty();
    };
  }

  private static Optional<String> asRepository(Event event) {
    return event.kind() == Kinds.ANNOUNCEMENT
        ? Identifier.ofRepositoryEvent(event)
            .map(name ->
                "this event announces a repository: use 'graspd ban repository "
                    + new RepoAddress(event.author(), name).shown()
                    + "'")
        : Optional.empty();
  }

  private Answer unban(Banned what, Order order) {
    Optional<String> list = listThatBans(what);
    if (list.isPresent()) {
      String why =
          "%s is kept out by %s: take it off that list, then 'graspd reload'"
              .formatted(what.shown(), list.get());
      work.refused(order, BanQuestion.UNBAN, what.shown(), why);
      return new Answer(false, why);
    }
    Optional<String> setting = configured.apply(what);
    Optional<Ban> lifted = work.lift(what, order);
    if (lifted.isEmpty()) {
      String why =
          setting
              .map(key -> what.shown() + " is kept out by " + key + ": " + changeIt())
              .orElse(what.shown() + " is not banned");
      work.refused(order, BanQuestion.UNBAN, what.shown(), why);
      return new Answer(false, why);
    }
    String still = setting.map(key -> "; " + key + " still keeps it out: " + changeIt()).orElse("");
    return finished(
        what,
        what.shown() + " is no longer banned" + still,
        "what was set aside is back",
        "what was set aside comes back, 'graspd ban list' shows when that is done",
        lifted.get().number());
  }

  private Optional<String> listThatBans(Banned what) {
    return store.bans().all().stream()
        .filter(ban -> ban.keepsOut() && ban.what().equals(what))
        .flatMap(ban -> BlockLists.listOf(ban).stream())
        .findFirst();
  }

  private static String changeIt() {
    return "change that setting and start the server again";
  }

  private Answer finished(Banned what, String done, String all, String rest, long number) {
    CompletableFuture<Void> finishing =
        CompletableFuture.runAsync(() -> work.finish(what, Mandate.NONE), executor);
    try {
      finishing.get(FINISHED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(true, done + ": " + all);
    } catch (TimeoutException e) {
      LOG.debug("ban {} takes long", number, e);
      return new Answer(true, done + ": " + rest);
    } catch (ExecutionException e) {
      LOG.warn("ban {} could not be finished", number, e);
      return new Answer(
          false,
          done + ", but the rest of it failed and the next start continues: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(false, done + ", and the next start does the rest");
    }
  }

  /** Returns all bans, one line each. */
  public static String list(EventStore store, boolean asJson) {
    List<Ban> all = store.bans().all();
    if (asJson) {
      return all.stream().map(ban -> json(store, ban)).collect(Collectors.joining("\n"));
    }
    return all.isEmpty()
        ? "nothing is banned"
        : all.stream().map(ban -> line(store, ban)).collect(Collectors.joining("\n"));
  }

  private static String line(EventStore store, Ban ban) {
    return "%s  %s, since %s by %s, %s, %d events set aside%s"
        .formatted(
            ban.what().shown(),
            phase(ban),
            Instant.ofEpochSecond(ban.atSeconds()),
            ban.by(),
            ban.untilSeconds().isPresent()
                ? "until " + Instant.ofEpochSecond(ban.untilSeconds().getAsLong())
                : "without an end",
            store.bans().countAside(ban),
            ban.reason().isEmpty() ? "" : ": " + ban.reason());
  }

  private static String phase(Ban ban) {
    return switch (ban.phase()) {
      case BEGINNING -> "begins";
      case IN_FORCE -> "in force";
      case LIFTED -> "lifted, comes back";
    };
  }

  private static String json(EventStore store, Ban ban) {
    return JsonText.object(json -> {
      json.writeStringProperty("banned", ban.what().shown());
      json.writeStringProperty("phase", phase(ban));
      json.writeStringProperty("reason", ban.reason());
      json.writeStringProperty("by", ban.by());
      json.writeNumberProperty("at", ban.atSeconds());
      ban.untilSeconds().ifPresent(until -> json.writeNumberProperty("until", until));
      json.writeNumberProperty("events", store.bans().countAside(ban));
    });
  }
}
