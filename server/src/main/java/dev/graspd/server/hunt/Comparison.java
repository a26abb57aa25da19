package dev.graspd.server.hunt;

import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.family.hunt.Hunting;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Looks for data of expired events in the advertisement of a clone URL. We fetch only signed
 * objects and ignore everything else there.
 */
record Comparison(Hunting hunting, Identifier family) {
  private static final String NOTHING = "no held event needs what it has";

  PassOutcome with(SortedSet<Oid> advertised) {
    if (!hunting.revive(family, advertised).toCompletableFuture().join().isEmpty()) {
      SortedSet<Oid> awaited = new TreeSet<>(hunting.missingData(family).wanted());
      awaited.retainAll(advertised);
      if (!awaited.isEmpty()) {
        return new PassOutcome.Behind(awaited);
      }
    }
    return new PassOutcome.Nothing(NOTHING);
  }
}
