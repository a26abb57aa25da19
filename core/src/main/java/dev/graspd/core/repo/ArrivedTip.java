package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import java.util.Collection;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An object that arrived for held events: no served ref reaches it, but it counts as here for their
 * signer.
 *
 * @param signer the key whose events name it
 */
public record ArrivedTip(Identifier family, PublicKey signer, Oid tip)
    implements Comparable<ArrivedTip> {
  private static final Comparator<ArrivedTip> ORDER =
      Comparator.comparing(ArrivedTip::family)
          .thenComparing(ArrivedTip::signer)
          .thenComparing(ArrivedTip::tip);

  @Override
  public int compareTo(ArrivedTip that) {
    return ORDER.compare(this, that);
  }

  /**
   * Returns the objects to remember: those that arrived before or arrive now and that a held event
   * of their signer names, waiting or lapsed. A served event needs none of this, and a replaced,
   * deleted or forgotten event loses its objects.
   */
  public static SortedSet<ArrivedTip> remembered(
      Family after, Collection<ArrivedTip> before, Brought brought) {
    SortedSet<ArrivedTip> known = new TreeSet<>(before);
    SortedSet<ArrivedTip> remembered = named(after);
    remembered.removeIf(one -> !known.contains(one) && !brought.brings(one.signer(), one.tip()));
    return remembered;
  }

  /** Every object that a held event names, with its signer. */
  private static SortedSet<ArrivedTip> named(Family family) {
    SortedSet<ArrivedTip> named = new TreeSet<>();
    for (Stated stated : family.states()) {
      if (stated.standing() != Standing.SERVED) {
        PublicKey author = stated.state().author();
        stated.state().tips().forEach(tip -> named.add(of(family, author, tip)));
      }
    }
    for (Offered offered : family.pullRequests().values()) {
      PublicKey author = offered.request().event().author();
      offered.request().commit().ifPresent(tip -> named.add(of(family, author, tip)));
    }
    return named;
  }

  private static ArrivedTip of(Family family, PublicKey signer, Oid tip) {
    return new ArrivedTip(family.identifier(), signer, tip);
  }
}
