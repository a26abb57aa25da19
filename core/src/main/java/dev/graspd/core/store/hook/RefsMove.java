package dev.graspd.core.store.hook;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How the branches and tags of a repository moved in one transaction. Refs of pull requests are
 * left out: strangers move them.
 *
 * @param changes by ref, at most {@link #CHANGES_MAX}
 * @param more how many others there are
 */
public record RefsMove(
    RepoAddress repository,
    Optional<RefName> headBefore,
    Optional<RefName> headAfter,
    List<Change> changes,
    int more) {
  /** The changes that are kept; the rest is counted. */
  public static final int CHANGES_MAX = 100;

  /** Moves that the store keeps for those who follow the log; older ones are dropped. */
  public static final int KEPT_MAX = 1_000;

  private static final int FIXED_BYTES = 128;

  public RefsMove {
    changes = List.copyOf(changes);
  }

  /** The value of a ref before and after; empty where there was none. */
  public record Change(RefName ref, Optional<Oid> before, Optional<Oid> after) {}

  /** Returns how branches, tags and HEAD differ; empty if they do not. */
  public static Optional<RefsMove> of(RepoAddress repository, Refs before, Refs after) {
    TreeSet<RefName> names = new TreeSet<>(before.values().keySet());
    names.addAll(after.values().keySet());
    List<Change> changes = new ArrayList<>();
    int more = 0;
    names.removeIf(RefName::isNostr);
    for (RefName name : names) {
      Optional<Oid> old = Optional.ofNullable(before.values().get(name));
      Optional<Oid> now = Optional.ofNullable(after.values().get(name));
      if (!Objects.equals(old, now)) {
        if (changes.size() < CHANGES_MAX) {
          changes.add(new Change(name, old, now));
        } else {
          more++;
        }
      }
    }
    return changes.isEmpty() && before.head().equals(after.head())
        ? Optional.empty()
        : Optional.of(new RefsMove(repository, before.head(), after.head(), changes, more));
  }

  /** Returns how much it takes on disk, roughly and never less. */
  public int bytes() {
    int bytes = FIXED_BYTES + 3 * repository.identifier().text().length() + 2 * RefName.BYTES_MAX;
    for (Change change : changes) {
      bytes += 2 * Oid.DIGITS + 3 * change.ref().text().length();
    }
    return bytes;
  }
}
