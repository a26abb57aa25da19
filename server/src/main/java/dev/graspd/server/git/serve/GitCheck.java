package dev.graspd.server.git.serve;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.PathSet;
import dev.graspd.server.git.JgitIds;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.refs.PeeledTags;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.internal.storage.commitgraph.CommitGraph;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;

/**
 * Compares the git files on disk with the store. Changes nothing; each problem is a sentence for
 * the operator.
 */
public record GitCheck(ObjectStores stores, UnnamedFiles unnamed) {
  private static final String PACK = ".pack";
  private static final String INDEX = ".idx";

  /** Whether files that the store does not name are allowed. */
  public enum UnnamedFiles {
    /** A server would have removed them. */
    NONE,
    /** In a backup; the next one removes them. */
    ALLOWED
  }

  /**
   * Reads commits from their packs alone: a commit graph has the parents of a commit that is
   * missing.
   */
  private static final class WithoutGraph extends ObjectReader.Filter {
    private final ObjectReader packs;

    WithoutGraph(ObjectReader packs) {
      this.packs = packs;
    }

    @Override
    protected ObjectReader delegate() {
      return packs;
    }

    @Override
    public Optional<CommitGraph> getCommitGraph() {
      return Optional.empty();
    }
  }

  /**
   * Checks one family: the store knows its packs, and every ref has all its objects.
   *
   * @param knownPacks their names without ending
   */
  public List<String> family(
      Identifier family, SortedMap<RepoAddress, Refs> repositories, SortedSet<String> knownPacks)
      throws IOException {
    List<String> problems = new ArrayList<>(packs(family, knownPacks));
    repositories.forEach((repository, refs) -> problems.addAll(tags(repository, refs)));
    if (isComplete(family, repositories.values())) {
      return problems;
    }
    for (Map.Entry<RepoAddress, Refs> repository : repositories.entrySet()) {
      for (Map.Entry<RefName, Oid> ref : repository.getValue().values().entrySet()) {
        problem(family, ref.getKey(), ref.getValue())
            .ifPresent(
                what -> problems.add(ref.getKey() + " of " + repository.getKey() + ": " + what));
      }
    }
    return problems;
  }

  /** Checks the objects of an ended repository, which it needs to come back. */
  public List<String> kept(RepoAddress repository, Refs refs) {
    List<String> problems = new ArrayList<>();
    Identifier family = repository.identifier();
    if (!isComplete(family, List.of(refs))) {
      refs.values()
          .forEach((ref, value) ->
              problem(family, ref, value)
                  .ifPresent(what -> problems.add(ref + ", kept of " + repository + ": " + what)));
    }
    return problems;
  }

  /** Checks that a pack on disk has as many bytes as the store counts. */
  public Optional<String> size(Identifier family, String name, long countedBytes)
      throws IOException {
    Path file = layout().packs(family).resolve(name + PACK);
    return Files.exists(file) && Files.size(file) != countedBytes
        ? Optional.of(
            "%s has %d bytes, %d are counted"
                .formatted(pack(family, name), Files.size(file), countedBytes))
        : Optional.empty();
  }

  /** Checks that the quarantine has the shelves that the store names, and nothing else. */
  public List<String> quarantine(SortedSet<String> knownShelves) throws IOException {
    SortedSet<String> here = names(layout().quarantine());
    List<String> problems = new ArrayList<>();
    here.stream()
        .filter(name -> isStray(name, knownShelves))
        .forEach(name -> problems.add("quarantine has " + name + ", which nobody waits for"));
    knownShelves.stream()
        .filter(name -> !here.contains(name))
        .forEach(name -> problems.add("quarantine has no " + name + ", which a push waits in"));
    return problems;
  }

  /** Checks that there is no directory of a family that the store does not know. */
  public List<String> strangers(Stream<Identifier> knownFamilies) throws IOException {
    PathSet known = PathSet.of(knownFamilies.map(Layout::name));
    List<String> problems = new ArrayList<>();
    for (String part : names(layout().families())) {
      for (String name : names(layout().families().resolve(part))) {
        if (unnamed == UnnamedFiles.NONE && !known.contains(part + "/" + name)) {
          problems.add("directory " + part + "/" + name + " is of no family in the store");
        }
      }
    }
    return problems;
  }

  private Layout layout() {
    return stores.layout();
  }

  private List<String> packs(Identifier family, SortedSet<String> known) throws IOException {
    SortedSet<String> files = names(layout().packs(family));
    SortedSet<String> here = new TreeSet<>();
    files.stream()
        .filter(file -> file.endsWith(PACK))
        .forEach(file -> here.add(file.substring(0, file.length() - PACK.length())));
    List<String> problems = new ArrayList<>();
    for (String name : here) {
      if (isStray(name, known)) {
        problems.add(pack(family, name) + " is on disk and not in the store");
      }
      boolean counts = unnamed == UnnamedFiles.NONE || known.contains(name);
      if (counts && !files.contains(name + INDEX)) {
        problems.add(pack(family, name) + " has no index");
      }
    }
    known.stream()
        .filter(name -> !here.contains(name))
        .forEach(name -> problems.add(pack(family, name) + " is in the store and not on disk"));
    return problems;
  }

  private boolean isStray(String name, SortedSet<String> known) {
    return unnamed == UnnamedFiles.NONE && !known.contains(name);
  }

  private static String pack(Identifier family, String name) {
    return "pack " + name + " of family " + family;
  }

  private static SortedSet<String> names(Path directory) throws IOException {
    SortedSet<String> names = new TreeSet<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        files.forEach(file -> names.add(file.getFileName().toString()));
      }
    }
    return names;
  }

  /** Walks over all refs together; the search for a broken ref follows only after a fault. */
  private boolean isComplete(Identifier family, Collection<Refs> repositories) {
    try (ObjectStores.Lease lease = stores.lease(family);
        ObjectReader reader = new WithoutGraph(lease.directory().newReader());
        ObjectWalk walk = new ObjectWalk(reader)) {
      walk.setRetainBody(false);
      for (Refs refs : repositories) {
        for (Map.Entry<RefName, Oid> ref : refs.values().entrySet()) {
          RevObject tip = walk.parseAny(JgitIds.of(ref.getValue()));
          if (!isAllowed(ref.getKey(), tip)) {
            return false;
          }
          walk.markStart(tip);
        }
      }
      walk.checkConnectivity();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Compares what the store knows of tags with their objects, if those can be read. */
  private List<String> tags(RepoAddress repository, Refs refs) {
    List<String> problems = new ArrayList<>();
    if (refs.peeled().isEmpty()) {
      return problems;
    }
    SortedMap<Oid, Oid> actual = targets(repository.identifier(), refs);
    refs.peeled()
        .forEach((value, target) -> {
          Oid right = actual.getOrDefault(value, target);
          if (!right.equals(target)) {
            problems.add(
                "tag %s of %s leads to %s, but the store says %s"
                        .formatted(value, repository, right, target)
                    + ": stop the server, remove the file 'exported' in NGIT_GIT_DATA_PATH and"
                    + " start it; then it reads all tags again");
          }
        });
    return problems;
  }

  private SortedMap<Oid, Oid> targets(Identifier family, Refs refs) {
    try {
      return new PeeledTags(stores).unknownTo(refs.withoutPeeled(), family);
    } catch (UncheckedIOException e) {
      // The check of the refs themselves reports it.
      return new TreeMap<>();
    }
  }

  private Optional<String> problem(Identifier family, RefName ref, Oid value) {
    try (ObjectStores.Lease lease = stores.lease(family);
        ObjectReader reader = new WithoutGraph(lease.directory().newReader());
        ObjectWalk walk = new ObjectWalk(reader)) {
      walk.setRetainBody(false);
      RevObject tip = walk.parseAny(JgitIds.of(value));
      walk.markStart(tip);
      walk.checkConnectivity();
      return isAllowed(ref, tip) ? Optional.empty() : Optional.of(value + " is no commit");
    } catch (MissingObjectException e) {
      return Optional.of("object " + e.getObjectId().name() + " is missing");
    } catch (IOException e) {
      return Optional.of("objects cannot be read: " + e.getMessage());
    }
  }

  private static boolean isAllowed(RefName ref, RevObject tip) {
    return ref.isTag() || tip instanceof RevCommit;
  }
}
