package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.SortedSet;

/** An action of the hunt, which the server carries out in the order of the list. */
public sealed interface HuntAction {
  /** Look up what this family lacks now, and where it may be. */
  record Look(Identifier family) implements HuntAction {}

  /**
   * Begin one pass over one clone URL.
   *
   * @param wanted the objects to fetch there; empty for comparisons
   */
  record Begin(long pass, Identifier family, CloneUrl url, SortedSet<Oid> wanted, Purpose purpose)
      implements HuntAction {}

  /** This pass may connect. */
  record MayDial(long pass) implements HuntAction {}

  /** This pass may not connect: the address or host is at its limit. */
  record MayNotDial(long pass) implements HuntAction {}

  /** End a pass that is no longer needed; it still answers once. */
  record Cancel(long pass) implements HuntAction {}

  /** Something for the log. */
  record Note(HuntNote note) implements HuntAction {}
}
