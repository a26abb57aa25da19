package dev.graspd.core.policy;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import java.util.Set;

/**
 * Which events a list of the operator excludes, even if other rules would accept them (grasp.md,
 * section 6): those of excluded keys, announcements and states of black-listed repositories.
 */
public record KeptOut(HostingRules rules, Set<PublicKey> banned) {
  public boolean covers(Event event) {
    return banned.contains(event.author()) || isOfBlackListed(event);
  }

  private boolean isOfBlackListed(Event event) {
    return (event.kind() == Kinds.ANNOUNCEMENT || event.kind() == Kinds.REPO_STATE)
        && event
            .tag("d")
            .flatMap(tag -> Identifier.parse(tag.value()))
            .filter(name -> rules.isBlackListed(new RepoAddress(event.author(), name)))
            .isPresent();
  }
}
