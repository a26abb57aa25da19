package dev.graspd.server.migrate.export;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Store;
import dev.graspd.server.family.view.StoreQueries;
import dev.graspd.server.git.local.FamilyPacks;
import dev.graspd.server.migrate.ImportPlan;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.remote.RemoteServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Carries out an export: publishes what the other server does not serve, in the order of an import,
 * and pushes the refs that differ, as a client would. A state comes before its refs, because a
 * GRASP server takes only pushes that a signed state foretells. Refused events are published again
 * after each round that brought something. A second run sends only what is missing. For one thread.
 */
public final class Exporter {
  /**
   * What is hosted here, at one moment.
   *
   * @param key of this server; its events about itself stay here
   * @param scratch an empty directory for packs, removed by the caller
   */
  public record Own(Store store, FamilyPacks packs, PublicKey key, Path scratch) {}

  private static final String DUPLICATE = "duplicate:";

  private final Own own;
  private final RemoteServer there;
  private final ExportReport report;
  private final RefSender refs;
  private final Set<EventId> served = new HashSet<>();
  private final Map<EventId, String> refused = new HashMap<>();

  public Exporter(Own own, RemoteServer there, String agent, ExportReport report) {
    this.own = own;
    this.there = there;
    this.report = report;
    this.refs = new RefSender(own, there, agent);
  }

  /**
   * Sends everything that is missing there.
   *
   * @param isDry whether it is only counted
   */
  public void run(boolean isDry) throws IOException {
    there.forEachEvent(event -> served.add(event.id()));
    SortedSet<RepoAddress> repositories = new TreeSet<>();
    List<Item> all = events(repositories);
    all.forEach(item -> report.found(item.category(), 1));
    List<Item> open = new ArrayList<>();
    for (Item item : all) {
      if (served.contains(item.id())) {
        report.alreadyThere(item.category());
      } else {
        open.add(item);
      }
    }
    if (isDry) {
      open.forEach(item -> report.sent(item.category()));
    } else {
      send(open, repositories);
    }
    refs.count(repositories, report, isDry);
  }

  private List<Item> events(SortedSet<RepoAddress> repositories) throws IOException {
    List<Item> stored = new ArrayList<>();
    StoreQueries.forEach(
        own.store,
        Filter.builder().build(),
        event -> {
          EventId id = event.id();
          stored.add(
              Item.of(
                  event,
                  () ->
                      own.store
                          .served(id)
                          .orElseThrow(() -> new IOException("event " + id + " is gone"))));
          if (event.kind() == Kinds.ANNOUNCEMENT) {
            Announcement.of(event).ifPresent(one -> repositories.add(one.address()));
          }
        });
    return ImportPlan.of(
            new ImportPlan.Found(stored, List.of(), List.of(), 0, 0, 0), Optional.of(own.key), 0)
        .events();
  }

  private void send(List<Item> items, SortedSet<RepoAddress> repositories) throws IOException {
    List<Item> open = items;
    int before;
    do {
      before = open.size();
      List<Item> left = new ArrayList<>();
      for (Item item : open) {
        if (!isTaken(item)) {
          left.add(item);
        }
      }
      refs.push(repositories);
      open = left;
    } while (!open.isEmpty() && open.size() < before);
    for (Item item : open) {
      report.refused(
          item.category(),
          "event %s, kind %d".formatted(item.id(), item.kind()),
          refused.getOrDefault(item.id(), ""));
    }
  }

  private boolean isTaken(Item item) throws IOException {
    RemoteServer.Published answer = there.publish(item.place().event());
    if (!answer.isAccepted()) {
      refused.put(item.id(), PushLines.shortened(answer.words()));
      return false;
    }
    if (answer.words().startsWith(DUPLICATE)) {
      report.alreadyThere(item.category());
    } else {
      report.sent(item.category());
    }
    return true;
  }
}
