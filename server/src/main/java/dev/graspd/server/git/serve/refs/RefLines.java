package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The refs of a repository in the order for clients: HEAD first. Pure. */
public final class RefLines {
  public static final String HEAD = "HEAD";

  /**
   * One ref for clients.
   *
   * @param target the branch that HEAD stands for
   * @param peeled the target of an annotated tag
   */
  record Shown(String name, Oid value, Optional<RefName> target, Optional<Oid> peeled) {}

  private RefLines() {}

  static List<Shown> of(Refs refs, Peeling peeling) {
    List<Shown> shown = new ArrayList<>(refs.values().size() + 1);
    resolvedHead(refs).ifPresent(branch -> shown.add(head(refs, branch)));
    refs.values()
        .forEach((name, value) -> {
          // Branches and refs of pull requests are commits.
          Optional<Oid> peeled = name.isTag() ? peeling.peeled(value) : Optional.empty();
          shown.add(new Shown(name.text(), value, Optional.empty(), peeled));
        });
    return shown;
  }

  /** Returns the branch that HEAD names, if there is such a branch. */
  public static Optional<RefName> resolvedHead(Refs refs) {
    return refs.head().filter(refs.values()::containsKey);
  }

  @SuppressWarnings("NullAway") // The branch is one of the values.
  private static Shown head(Refs refs, RefName branch) {
    return new Shown(HEAD, refs.values().get(branch), Optional.of(branch), Optional.empty());
  }
}
