package dev.graspd.server.migrate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.git.local.LocalObjects;
import dev.graspd.server.migrate.ngit.KeptArchive;
import dev.graspd.server.migrate.ngit.OldRefs;
import dev.graspd.server.migrate.ngit.OldServer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.ZipException;

/**
 * The git data in the files of ngit-grasp, which may run: objects of a family are never removed
 * there, and one that moves from a repository into its family is found there by the next look.
 */
public final class FileGit implements OldGit {
  /** Looks at a family whose objects move while they are read. */
  private static final int LOOKS_MAX = 3;

  private final OldServer old;
  private final Path scratch;
  private final List<ImportPlan.Kept> kept;
  private int scratches;

  /**
   * Reads nothing yet.
   *
   * @param scratch an empty directory on the disk of our repositories, for packs and links
   * @param kept ended repositories, whose objects may be in an archive
   */
  public FileGit(OldServer old, Path scratch, List<ImportPlan.Kept> kept) {
    this.old = old;
    this.scratch = scratch;
    this.kept = List.copyOf(kept);
  }

  /** Without ended repositories. */
  public FileGit(OldServer old, Path scratch) {
    this(old, scratch, List.of());
  }

  @Override
  public void bring(Identifier family, ObjectLanding landing) throws IOException {
    boolean isWhole = false;
    for (int look = 0; look < LOOKS_MAX && !isWhole; look++) {
      Path own = Files.createDirectories(scratch.resolve("objects-" + scratches++));
      List<Path> places = new ArrayList<>(old.objectsOf(family));
      places.addAll(archived(family, own, landing));
      try (LocalObjects objects = LocalObjects.open(places, own)) {
        isWhole = bring(family, objects, own.resolve("pack"), landing);
      }
    }
  }

  /** Objects of older versions are in archives; what is damaged may have some of them. */
  private List<Path> archived(Identifier family, Path own, ObjectLanding landing)
      throws IOException {
    List<Path> places = new ArrayList<>();
    for (ImportPlan.Kept one : kept) {
      Optional<Path> archive =
          one.repository().identifier().equals(family)
              ? one.archive().flatMap(path -> KeptArchive.find(old, path))
              : Optional.empty();
      if (archive.isPresent()) {
        Path objects = Files.createDirectories(own.resolve("kept-" + places.size()));
        places.add(objects);
        try {
          int _ = KeptArchive.unpack(archive.get(), objects, KeptArchive.Limits.DEFAULT);
        } catch (EOFException | ZipException | KeptArchive.DamagedException e) {
          landing.report().difference("%s: %s".formatted(archive.get(), e.getMessage()));
        }
      }
    }
    return places;
  }

  /** Together first; if something is missing below one of them, each by itself. */
  private static boolean bring(
      Identifier family, LocalObjects objects, Path file, ObjectLanding landing)
      throws IOException {
    SortedSet<Oid> wanted = objects.present(landing.missing(family));
    if (wanted.isEmpty() || land(family, objects, wanted, file, landing)) {
      return true;
    }
    boolean isWhole = true;
    for (Oid id : wanted) {
      if (landing.missing(family).contains(id)) {
        isWhole &= land(family, objects, new TreeSet<>(List.of(id)), file, landing);
      }
    }
    return isWhole;
  }

  private static boolean land(
      Identifier family, LocalObjects objects, SortedSet<Oid> ids, Path file, ObjectLanding landing)
      throws IOException {
    PackBase haves = landing.haves(family);
    try {
      Optional<String> trouble = objects.writePack(ids, haves.tips(), file);
      if (trouble.isPresent()) {
        landing
            .report()
            .difference(
                "%s: objects below %s are missing or damaged: %s"
                    .formatted(family, ids, trouble.get()));
        return false;
      }
      try (InputStream pack = new BufferedInputStream(Files.newInputStream(file))) {
        return landing.take(family, pack, landing.room(family, ids), haves);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  @Override
  public void forEachRepository(Repositories repositories) throws IOException {
    for (OldServer.View view : old.views()) {
      repositories.accept(view.address(), OldRefs.read(view.directory()));
    }
  }
}
