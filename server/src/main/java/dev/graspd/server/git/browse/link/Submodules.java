package dev.graspd.server.git.browse.link;

import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.TreeFinder.Spot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;

/** Where the repositories of submodules are, as the tree itself says. */
public final class Submodules {
  /** {@code .gitmodules} is read up to this size; a larger one counts as none. */
  static final int BYTES_MAX = 64 << 10;

  private static final TreePath FILE = TreePath.ROOT.child(TreeName.of(".gitmodules"));
  private static final String SECTION = "submodule";

  private Submodules() {}

  /** Returns the URL of each submodule by its path. */
  public static SortedMap<String, String> urls(CodeReader code, Revision revision)
      throws IOException {
    if (!(code.at(revision, FILE) instanceof Outcome.Found<Spot>(Spot.OfEntry(var entry)))
        || !entry.mode().isFile()
        || entry.size() > BYTES_MAX) {
      return new TreeMap<>();
    }
    byte[] written = code.blob(entry.oid(), BYTES_MAX).beginning();
    return urls(new String(written, StandardCharsets.UTF_8));
  }

  static SortedMap<String, String> urls(String written) {
    Config config = new Config();
    SortedMap<String, String> urls = new TreeMap<>();
    try {
      config.fromText(written);
    } catch (ConfigInvalidException | IllegalArgumentException _) {
      return urls;
    }
    for (String name : config.getSubsections(SECTION)) {
      Optional<String> path = Optional.ofNullable(config.getString(SECTION, name, "path"));
      Optional<String> url = Optional.ofNullable(config.getString(SECTION, name, "url"));
      if (path.isPresent() && url.isPresent()) {
        urls.putIfAbsent(path.get(), url.get());
      }
    }
    return urls;
  }
}
