package dev.graspd.server.app.desk;

import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.hook.Delivery;
import dev.graspd.core.store.hook.Delivery.Progress;
import dev.graspd.core.store.hook.Hook;
import dev.graspd.core.store.hook.Topic;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Shows webhooks and their deliveries; never a secret. */
public final class HookLists {
  private HookLists() {}

  static Optional<Hook> find(EventStore store, long id) {
    return store.hooks().all().stream().filter(hook -> hook.id() == id).findFirst();
  }

  /** Returns the words of all topics that a hook can ask for. */
  static String allTopics() {
    return Arrays.stream(Topic.values())
        .filter(topic -> topic != Topic.PING)
        .map(Topic::word)
        .collect(Collectors.joining(", "));
  }

  static String host(Hook hook) {
    return Target.parse(hook.url(), NamedBy.OPERATOR) instanceof Target.Parsed.Valid(var target)
        ? target.hostHeader()
        : "nowhere";
  }

  private static String topics(Hook hook) {
    return hook.topics().stream().map(Topic::word).collect(Collectors.joining(","));
  }

  private static String repositories(Hook hook) {
    return hook.repositories().map(RepositoryPattern::toString).orElse("");
  }

  /** Returns all hooks, one line each. */
  public static String hooks(EventStore store, boolean asJson) {
    List<Hook> all = store.hooks().all();
    if (asJson) {
      return all.stream().map(hook -> json(store, hook)).collect(Collectors.joining("\n"));
    }
    return all.isEmpty()
        ? "there is no hook"
        : all.stream().map(hook -> line(store, hook)).collect(Collectors.joining("\n"));
  }

  private static long waiting(EventStore store, Hook hook) {
    return store.hooks().deliveries(hook.id()).stream().filter(Delivery::isWaiting).count();
  }

  private static String line(EventStore store, Hook hook) {
    return "%d  %s  on %s of %s%s, since %s by %s, %d waiting, %d dropped"
        .formatted(
            hook.id(),
            hook.url(),
            topics(hook),
            hook.repositories().isEmpty() ? "all repositories" : repositories(hook),
            hook.anyAddress() ? ", any address" : "",
            Instant.ofEpochSecond(hook.atSeconds()),
            hook.by(),
            waiting(store, hook),
            hook.dropped());
  }

  private static String json(EventStore store, Hook hook) {
    return JsonText.object(json -> {
      json.writeNumberProperty("id", hook.id());
      json.writeStringProperty("url", hook.url());
      JsonText.strings(json, "on", hook.topics().stream().map(Topic::word).toList());
      if (hook.repositories().isPresent()) {
        json.writeStringProperty("repository", repositories(hook));
      }
      json.writeBooleanProperty("any_address", hook.anyAddress());
      json.writeStringProperty("by", hook.by());
      json.writeNumberProperty("at", hook.atSeconds());
      json.writeNumberProperty("waiting", waiting(store, hook));
      json.writeNumberProperty("dropped", hook.dropped());
    });
  }

  /** Returns the deliveries of a hook, or of all of them, the oldest first. */
  public static String deliveries(EventStore store, OptionalLong hook, boolean asJson) {
    List<Delivery> found =
        store.hooks().all().stream()
            .filter(one -> hook.isEmpty() || one.id() == hook.getAsLong())
            .flatMap(one -> store.hooks().deliveries(one.id()).stream())
            .sorted(Comparator.comparingLong(Delivery::number))
            .toList();
    if (asJson) {
      return found.stream().map(HookLists::json).collect(Collectors.joining("\n"));
    }
    return found.isEmpty()
        ? "nothing was delivered"
        : found.stream().map(HookLists::line).collect(Collectors.joining("\n"));
  }

  private static String phase(Delivery delivery) {
    return delivery.progress().phase().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String line(Delivery delivery) {
    Progress progress = delivery.progress();
    return "%s  hook %d  %s%s  %s%s%s%s"
        .formatted(
            Instant.ofEpochMilli(progress.sinceMillis()),
            delivery.hook(),
            delivery.topic().word(),
            delivery.repository().map(one -> " of " + one.shown()).orElse(""),
            phase(delivery),
            progress.attempts() == 0
                ? ""
                : ", attempts: %d, the last took %d ms"
                    .formatted(progress.attempts(), progress.tookMillis()),
            progress.note().isEmpty() ? status(progress) : ", " + progress.note(),
            delivery.isWaiting() ? ", next at " + Instant.ofEpochMilli(progress.dueMillis()) : "");
  }

  private static String status(Progress progress) {
    return progress.status() == 0 ? "" : ", HTTP " + progress.status();
  }

  private static String json(Delivery delivery) {
    Progress progress = delivery.progress();
    return JsonText.object(json -> {
      json.writeStringProperty("delivery", delivery.token());
      json.writeNumberProperty("hook", delivery.hook());
      json.writeStringProperty("topic", delivery.topic().word());
      delivery
          .repository()
          .map(RepoAddress::toString)
          .ifPresent(address -> json.writeStringProperty("repository", address));
      delivery.event().ifPresent(id -> json.writeStringProperty("event_id", id.hex()));
      json.writeStringProperty("phase", phase(delivery));
      json.writeNumberProperty("at_ms", progress.sinceMillis());
      json.writeNumberProperty("attempts", progress.attempts());
      json.writeNumberProperty("status", progress.status());
      json.writeNumberProperty("took_ms", progress.tookMillis());
      json.writeStringProperty("note", progress.note());
      if (delivery.isWaiting()) {
        json.writeNumberProperty("next_ms", progress.dueMillis());
      }
    });
  }
}
