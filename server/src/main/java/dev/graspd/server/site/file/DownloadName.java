package dev.graspd.server.site.file;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.util.Optional;

/**
 * The name of a download: that of the directory in it, and of the file without its ending (W-71).
 */
public record DownloadName(String text) {
  private static final int ID_DIGITS = 12;
  private static final String TAGS = "refs/tags/";

  /**
   * Names a download by its tag, or else by its commit.
   *
   * @param ref the ref that was asked for
   */
  public static DownloadName of(Identifier repository, Optional<RefName> ref, Oid commit) {
    String version =
        ref.filter(RefName::isTag)
            .map(tag -> tag.text().substring(TAGS.length()).replace('/', '-'))
            .orElseGet(() -> commit.hex().substring(0, ID_DIGITS));
    return new DownloadName(repository.text().replace('/', '-') + "-" + version);
  }

  /** Returns the directory of everything in it, with a slash at its end. */
  public String prefix() {
    return text + "/";
  }

  /** Returns the header that tells browsers the name of the file. */
  public String disposition(String ending) {
    return "attachment; filename=\"" + (text + ending).replaceAll("[^A-Za-z0-9._+-]", "_") + "\"";
  }
}
