package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.base.DurableFiles;
import dev.graspd.server.base.FileTrees;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Writes the files that make a directory a bare repository for plain git tools. They are a copy for
 * people and backups: only the store counts, the server never reads them, and so never syncs them.
 * All paths are relative, so that the data directory can move. Thread-safe.
 */
public final class RefExport {
  private static final String CONFIG =
      """
      [core]
      \trepositoryformatversion = 0
      \tbare = true
      """;
  private static final String ALTERNATES = "../../../objects\n";
  private static final String DEFAULT_HEAD = "refs/heads/master";

  private final Layout layout;
  private final PeeledTags tags;

  public RefExport(ObjectStores stores) {
    this.layout = stores.layout();
    this.tags = new PeeledTags(stores);
  }

  /** Returns the directory of a repository's files. */
  public Path directory(RepoAddress repository) {
    return layout.repositories(repository.identifier()).resolve(repository.owner().hex());
  }

  /** Writes the files with these refs. A repository that never had a ref has no files. */
  public synchronized void export(RepoAddress repository, Refs refs) throws IOException {
    Path directory = directory(repository);
    if (refs.isEmpty() && !Files.exists(directory)) {
      return;
    }
    if (!Files.exists(directory.resolve("config"))) {
      Files.createDirectories(directory.resolve("refs"));
      Files.createDirectories(directory.resolve("objects/info"));
      replace(directory.resolve("objects/info/alternates"), ALTERNATES);
      replace(directory.resolve("config"), CONFIG);
    }
    replace(
        directory.resolve("packed-refs"), packedRefs(refs, tags.in(repository.identifier(), refs)));
    String head = refs.head().map(RefName::text).orElse(DEFAULT_HEAD);
    replace(directory.resolve("HEAD"), "ref: " + head + "\n");
  }

  /** Returns what tags lead to, for those of which the refs do not know it. */
  SortedMap<Oid, Oid> unknownTargets(RepoAddress repository, Refs refs) {
    return tags.unknownTo(refs, repository.identifier());
  }

  /** Removes the files of an ended repository. */
  public synchronized void remove(RepoAddress repository) throws IOException {
    Path directory = directory(repository);
    if (!Files.exists(directory)) {
      return;
    }
    FileTrees.delete(directory);
    DurableFiles.deleteIfEmpty(directory.resolveSibling(""));
  }

  /** Returns the number in the log up to which all files are current, if that is known. */
  OptionalLong position() {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(layout.exported()).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  void putPosition(long seq) throws IOException {
    if (Files.isDirectory(layout.root())) {
      replace(layout.exported(), seq + "\n");
    }
  }

  private static String packedRefs(Refs refs, Peeling peeling) {
    StringBuilder text = new StringBuilder("# pack-refs with: peeled fully-peeled sorted \n");
    for (Map.Entry<RefName, Oid> ref : refs.values().entrySet()) {
      text.append(ref.getValue()).append(' ').append(ref.getKey()).append('\n');
      Optional<Oid> peeled =
          ref.getKey().isTag() ? peeling.peeled(ref.getValue()) : Optional.empty();
      peeled.ifPresent(target -> text.append('^').append(target).append('\n'));
    }
    return text.toString();
  }

  /** A tool sees the old file or the new one, never half of it. */
  private static void replace(Path file, String text) throws IOException {
    if (Files.exists(file) && Files.readString(file).equals(text)) {
      return;
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, text, StandardCharsets.UTF_8);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
