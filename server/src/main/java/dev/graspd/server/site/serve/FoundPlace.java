package dev.graspd.server.site.serve;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.RevisionName;
import dev.graspd.server.site.address.Place;
import java.io.IOException;
import java.util.Optional;

/**
 * A place whose revision was found.
 *
 * @param revision as the address has it; a short id is the whole one here
 */
record FoundPlace(String revision, Revision target, TreePath path) {
  private static final String HEAD = "HEAD";

  static Outcome<FoundPlace> of(Place place, CodeReader code, PageBudgets budgets)
      throws IOException {
    Optional<RevisionName> name =
        RevisionName.of(place.names(), code.refs()).or(() -> unborn(place, code.refs()));
    return name.isEmpty()
        ? new Outcome.Absent<>()
        : code.revision(name.get(), budgets.reach())
            .then(target ->
                new Outcome.Found<>(
                    new FoundPlace(written(place, name.get(), target), target, name.get().path())));
  }

  /** Returns the revision as the address writes it; a short id becomes the whole one. */
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
