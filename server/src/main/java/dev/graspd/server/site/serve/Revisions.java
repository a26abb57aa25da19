package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.site.address.Place;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Finds what revisions of addresses mean now; each is proved to be the repository's (W-5). */
public record Revisions(CodeReader code, PageBudgets budgets) {
  public static final String HEAD = "HEAD";

  /**
   * A place whose revision was found.
   *
   * @param revision as the address writes it; a short id is the whole one
   */
  public record Found(String revision, Revision target, TreePath path) {
    /** Returns whether an address of it has only the beginning of the commit's id (W-20). */
    boolean isShort(Place asked) {
      return target.ref().isEmpty() && !asked.names().getFirst().text().equals(revision);
    }

    Place place() {
      return Place.of(revision, path.names());
    }

    /** Returns the same place for a page that begins at another commit. */
    Found sharing(Belonging other) {
      return new Found(
          revision, new Revision(target.ref(), target.isAlsoTag(), target.target(), other), path);
    }
  }

  public Outcome<Found> find(Place place) throws IOException {
    Optional<RevisionName> name =
        RevisionName.of(place.names(), code.refs()).or(() -> unborn(place, code.refs()));
    if (name.isEmpty()) {
      return new Outcome.Absent<>();
    }
    return code.revision(name.get(), budgets.reach())
        .then(target ->
            new Outcome.Found<>(
                new Found(written(place, name.get(), target), target, name.get().path())));
  }

  /** Finds a revision that an address has alone, without a path behind it. */
  public Outcome<Found> find(String revision) throws IOException {
    return find(Place.of(revision, List.of()))
        .then(found -> found.path.isRoot() ? new Outcome.Found<>(found) : new Outcome.Absent<>());
  }

  private static String written(Place place, RevisionName name, Revision target) {
    int length = place.names().size() - name.path().names().size();
    String asked = new TreePath(place.names().subList(0, length)).toString();
    return name instanceof RevisionName.OfCommit
        ? target.commit().map(Oid::hex).orElse(asked)
        : asked;
  }

  /** HEAD may name a branch that is not there: any branch that is there does. */
  private static Optional<RevisionName> unborn(Place place, Refs refs) {
    return place.names().getFirst().text().equals(HEAD)
        ? refs.values().keySet().stream()
            .filter(RefName::isHead)
            .findFirst()
            .map(branch ->
                new RevisionName.OfRef(
                    branch, false, new TreePath(place.names().subList(1, place.names().size()))))
        : Optional.empty();
  }
}
