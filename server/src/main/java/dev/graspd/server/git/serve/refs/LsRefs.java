package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.wire.PktWriter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The command {@code ls-refs} of version 2.
 *
 * @param prefixes names that refs must begin with; none means all of them
 * @param unborn whether to list a HEAD without its branch
 */
public record LsRefs(boolean peel, boolean symrefs, boolean unborn, List<String> prefixes) {
  /** More prefixes count as none, as in git: the client filters again. */
  public static final int PREFIXES_MAX = 1_000;

  /** Replaces prefixes that are longer than any ref name; git forbids it in names. */
  private static final String NO_PREFIX = "\0";

  /** The most comparisons on an event loop. */
  private static final int QUICK_COMPARISONS_MAX = 10_000;

  public LsRefs {
    prefixes = prefixes.size() > PREFIXES_MAX ? List.of() : List.copyOf(prefixes);
  }

  /** Returns a prefix of bounded length: clients also send names that no ref can have. */
  public static String bounded(String prefix) {
    return RefName.isTooLong(prefix) ? NO_PREFIX : prefix;
  }

  /** Returns whether the answer is little work. */
  public boolean isQuick(Refs refs) {
    return (long) refs.values().size() * Math.max(1, prefixes.size()) <= QUICK_COMPARISONS_MAX;
  }

  public void answer(Refs refs, Peeling peeling, PktWriter out) throws IOException {
    if (unborn && symrefs && isWanted(RefLines.HEAD) && RefLines.resolvedHead(refs).isEmpty()) {
      if (refs.head().isPresent()) {
        out.line("unborn HEAD symref-target:" + refs.head().get());
      }
    }
    for (RefLines.Shown ref : RefLines.of(refs, peel ? peeling : _ -> Optional.empty())) {
      if (isWanted(ref.name())) {
        out.line(line(ref));
      }
    }
    out.flushPkt();
  }

  private String line(RefLines.Shown ref) {
    String target =
        symrefs ? ref.target().map(branch -> " symref-target:" + branch).orElse("") : "";
    String peeled = ref.peeled().map(id -> " peeled:" + id).orElse("");
    return ref.value() + " " + ref.name() + target + peeled;
  }

  private boolean isWanted(String name) {
    return prefixes.isEmpty() || prefixes.stream().anyMatch(name::startsWith);
  }
}
