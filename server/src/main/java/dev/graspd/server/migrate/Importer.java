package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.Store;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.family.hunt.LandingOutcome;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.gate.Gate;
import dev.graspd.server.gate.Origin;
import dev.graspd.server.gate.Verdict;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.git.local.LocalObjects;
import dev.graspd.server.migrate.ImportPlan.Category;
import dev.graspd.server.migrate.ImportPlan.Item;
import dev.graspd.server.migrate.ngit.OldRefs;
import dev.graspd.server.migrate.ngit.OldServer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Carries out a plan: submits its events at the gate, and lands the objects that they wait for like
 * a hunt does. What is refused is submitted again after each round that brought something, because
 * the event that it needs may have come later. Running it again does only what is missing. For one
 * thread.
 */
public final class Importer {
  /** Events that are decided at the same time; those of one rank do not depend on each other. */
  private static final int AT_ONCE = 256;

  /**
   * What the import works with.
   *
   * @param scratch an empty directory on the disk of the repositories
   */
  public record Parts(
      Store store,
      Gate gate,
      Hunting hunting,
      PackIngest ingest,
      long packBytesMax,
      Path scratch) {}

  private static final String NOT_SIGNED = "no signed event that is served here has it";

  private final Parts parts;
  private final OldServer old;
  private final ImportReport report;
  private final SortedMap<Item, Verdict> verdicts =
      new TreeMap<>((a, b) -> a.event().id().compareTo(b.event().id()));
  private int scratches;

  public Importer(Parts parts, OldServer old, ImportReport report) {
    this.parts = parts;
    this.old = old;
    this.report = report;
  }

  /** Brings everything that the rules allow. */
  public void run(ImportPlan plan) throws IOException {
    SortedSet<EventId> here = new TreeSet<>();
    plan.events().stream()
        .map(item -> item.event().id())
        .filter(id -> parts.store.known(id) != Known.UNKNOWN)
        .forEach(here::add);
    List<Item> open = plan.events();
    int before;
    do {
      before = open.size();
      submit(open);
      bringObjects();
      open = plan.events().stream().filter(this::isRefused).toList();
    } while (!open.isEmpty() && open.size() < before);
    plan.events().forEach(item -> count(item, here.contains(item.event().id())));
    compareRefs();
  }

  private boolean isRefused(Item item) {
    return verdicts.get(item) instanceof Verdict.Refused;
  }

  /** Ranks one after the other, each in parts. */
  private void submit(List<Item> items) {
    int start = 0;
    while (start < items.size()) {
      int kind = items.get(start).event().kind();
      int end = start;
      while (end < items.size() && end - start < AT_ONCE && items.get(end).event().kind() == kind) {
        end++;
      }
      List<CompletableFuture<Verdict>> answers = new ArrayList<>();
      for (Item item : items.subList(start, end)) {
        answers.add(parts.gate.submit(item.event(), new Origin.Import()).toCompletableFuture());
      }
      for (int i = start; i < end; i++) {
        verdicts.put(items.get(i), answers.get(i - start).join());
      }
      start = end;
    }
  }

  private void count(Item item, boolean wasHere) {
    Category category = item.category();
    Event event = item.event();
    switch (parts.store.known(event.id())) {
      case SERVED -> present(category, wasHere);
      case HELD -> {
        if (category == Category.HELD || category == Category.DELETIONS) {
          present(category, wasHere);
        } else {
          leftOut(item, "its git data was not found: it waits here");
        }
      }
      case UNKNOWN, GONE -> countUnserved(item);
    }
  }

  private void present(Category category, boolean wasHere) {
    if (wasHere) {
      report.alreadyHere(category);
    } else {
      report.brought(category);
    }
  }

  private void countUnserved(Item item) {
    switch (Objects.requireNonNull(verdicts.get(item))) {
      case Verdict.Refused(var refusal) -> leftOut(item, refusal.message());
      case Verdict.Duplicate(var note) when item.category() != Category.DELETIONS ->
          leftOut(item, note);
      case Verdict.Duplicate _ -> report.alreadyHere(item.category());
      case Verdict.Accepted _, Verdict.Obeyed _, Verdict.Remembered _, Verdict.Held _ ->
          report.brought(item.category());
    }
  }

  private void leftOut(Item item, String reason) {
    report.leftOut(item.category(), reason, 1);
    report.difference(
        "event %s, kind %d: %s".formatted(item.event().id(), item.event().kind(), reason));
  }

  // ---- objects

  private void bringObjects() throws IOException {
    for (Identifier family : parts.hunting.waiting()) {
      Path scratch = Files.createDirectories(parts.scratch.resolve("objects-" + scratches++));
      try (LocalObjects objects = LocalObjects.open(old.objectsOf(family), scratch)) {
        bring(family, objects, scratch.resolve("pack"));
      }
    }
  }

  /** Together first; if something is missing below one of them, each by itself. */
  private void bring(Identifier family, LocalObjects objects, Path file) throws IOException {
    SortedSet<Oid> wanted = objects.present(parts.hunting.missing(family));
    if (!wanted.isEmpty() && !land(family, objects, wanted, file)) {
      for (Oid id : wanted) {
        if (parts.hunting.missing(family).contains(id)) {
          land(family, objects, new TreeSet<>(List.of(id)), file);
        }
      }
    }
  }

  private boolean land(Identifier family, LocalObjects objects, SortedSet<Oid> ids, Path file)
      throws IOException {
    PackBase haves = parts.hunting.haves(family);
    if (!objects.writePack(ids, haves.tips(), file)) {
      report.difference("%s: objects below %s are missing".formatted(family, ids));
      return false;
    }
    Allowance room = parts.hunting.room(family, ids).and(Allowance.ofPack(parts.packBytesMax));
    try (InputStream pack = new BufferedInputStream(Files.newInputStream(file))) {
      PackIngest.Outcome outcome =
          parts.ingest.take(Payer.operator(), family, pack, room, (_, _) -> {}, () -> haves);
      return switch (outcome) {
        case PackIngest.Outcome.Refused(var refusal) -> {
          report.difference("%s: git data refused: %s".formatted(family, refusal.message()));
          yield false;
        }
        case PackIngest.Outcome.Taken(var delivery) ->
            switch (parts.hunting.land(delivery).toCompletableFuture().join()) {
              case LandingOutcome.Joined _ -> true;
              case LandingOutcome.NotWanted() -> false;
              case LandingOutcome.Failed(var refusal) -> {
                report.difference("%s: git data refused: %s".formatted(family, refusal.message()));
                yield false;
              }
            };
      };
    } finally {
      Files.deleteIfExists(file);
    }
  }

  // ---- refs

  /** Refs follow from signed states here; what the old server had beyond is named (M-3). */
  private void compareRefs() throws IOException {
    for (OldServer.View view : old.views()) {
      OldRefs before = OldRefs.read(view.directory());
      Refs now =
          parts.store.repositories().refs(view.address().identifier()).get(view.address().owner());
      before
          .refs()
          .forEach((name, id) -> {
            if (now != null && id.equals(now.values().get(name))) {
              report.brought(Category.REFS);
            } else {
              leftOut(view, name, now == null ? "the repository is not served here" : NOT_SIGNED);
            }
          });
      before.odd().forEach(name -> leftOut(view, name, "no name or id that can be served"));
      if (before.isCut()) {
        leftOut(view, "refs", "more than " + OldRefs.REFS_MAX);
      }
    }
  }

  private void leftOut(OldServer.View view, Object ref, String reason) {
    report.leftOut(Category.REFS, reason, 1);
    report.difference("%s %s: %s".formatted(view.address().shown(), ref, reason));
  }
}
