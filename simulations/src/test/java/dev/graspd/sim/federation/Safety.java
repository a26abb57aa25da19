package dev.graspd.sim.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;

/** What must hold after every change of a server's disk. */
final class Safety {
  private Safety() {}

  /** Nothing is served whose objects are missing, and no ref has a value that nobody signed. */
  static void check(Node node, Family family) {
    ObjectsHere here = node.disk.objects(family.identifier());
    for (Family.Stated stated : family.states()) {
      if (stated.standing() == Standing.SERVED) {
        holds(
            node, Settlement.isComplete(stated.state(), _ -> here), "objects are missing", stated);
        holds(node, isAuthorised(stated.state(), family), "nobody may sign", stated);
      }
    }
    family
        .allRefs()
        .forEach((owner, refs) ->
            refs.values()
                .forEach((ref, value) -> {
                  holds(node, here.kindOf(value).isPresent(), "a ref names a missing object", ref);
                  holds(
                      node,
                      !ref.isHeadOrTag() || isSigned(owner, ref, value, family),
                      "nobody signed",
                      ref);
                }));
    holds(
        node,
        node.disk.served.size() == node.relay.stored.size(),
        "store and relay differ",
        family);
  }

  private static boolean isAuthorised(RepoState state, Family family) {
    return family.owners().stream()
        .anyMatch(owner -> family.membersOf(owner).contains(state.author()));
  }

  private static boolean isSigned(PublicKey owner, RefName ref, Oid value, Family family) {
    return family.statesFor(owner).stream()
        .anyMatch(stated -> value.equals(stated.state().refs().get(ref)));
  }

  /** An assertion that holds is dear when it is made millions of times. */
  private static void holds(Node node, boolean condition, String what, Object about) {
    if (!condition) {
      assertThat(condition).as("%s: %s: %s", node, what, about).isTrue();
    }
  }
}
