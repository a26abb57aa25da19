package dev.graspd.server.git;

import dev.graspd.core.repo.Identifier;
import dev.graspd.server.base.FailPoints;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.packs.PackRewriting;
import dev.graspd.server.git.depot.DirectoryDepot;
import dev.graspd.server.git.depot.NamedPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of packs, for tests without a store. Thread-safe. */
public final class TestPacks implements NamedPacks {
  private static final String PACK = ".pack";

  private final Map<Identifier, SortedSet<String>> named = new ConcurrentHashMap<>();

  @Override
  public SortedSet<String> of(Identifier family) {
    return named.getOrDefault(family, Collections.emptySortedSet());
  }

  /** Does what a transaction does: puts names in the place of others. */
  public void exchange(Identifier family, SortedSet<String> gone, SortedSet<String> come) {
    named.merge(
        family,
        come,
        (before, _) -> {
          SortedSet<String> now = new TreeSet<>(before);
          now.removeAll(gone);
          now.addAll(come);
          return now;
        });
  }

  public void name(Identifier family, String pack) {
    exchange(family, Collections.emptySortedSet(), new TreeSet<>(Set.of(pack)));
  }

  /** Stores, names and keeps the packs of a delivery. */
  public void land(PackDelivery delivery) throws IOException {
    delivery.store();
    exchange(delivery.family(), Collections.emptySortedSet(), names(delivery.packs()));
    delivery.keep();
  }

  /** Stores, names and keeps rewritten packs. */
  public void land(PackRewriting.Rewrite rewrite) throws IOException {
    rewrite.store();
    exchange(rewrite.family(), rewrite.replaced(), names(rewrite.packs()));
    rewrite.keep();
  }

  private static SortedSet<String> names(List<PackDelivery.Pack> packs) {
    return packs.stream()
        .map(PackDelivery.Pack::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns stores that read these packs. */
  public ObjectStores stores(Layout layout, FailPoints failPoints) {
    return stores(layout, this, failPoints);
  }

  /** Returns stores that read every pack that lies in a family's directory. */
  public static ObjectStores lying(Layout layout) {
    return stores(layout, family -> lying(layout, family), FailPoints.NONE);
  }

  public static ObjectStores stores(Layout layout, NamedPacks named, FailPoints failPoints) {
    return new ObjectStores(
        layout,
        new DirectoryDepot(layout.families(), failPoints),
        named,
        JgitSetup.config(),
        _ -> {});
  }

  private static SortedSet<String> lying(Layout layout, Identifier family) {
    if (!Files.isDirectory(layout.packs(family))) {
      return Collections.emptySortedSet();
    }
    try (Stream<Path> files = Files.list(layout.packs(family))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(PACK))
          .map(file -> file.substring(0, file.length() - PACK.length()))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
