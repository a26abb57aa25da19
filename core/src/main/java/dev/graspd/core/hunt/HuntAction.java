package dev.graspd.core.hunt;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import java.util.SortedSet;

/** What the hunt wants done, in the order given. */
public sealed interface HuntAction {
  /** Say what this family lacks now and where it may be. */
  record Look(Identifier family) implements HuntAction {}

  /**
   * Begin one pass over one clone URL.
   *
   * @param wanted what may be fetched there; empty for comparisons
   */
  record Begin(long pass, Identifier family, CloneUrl url, SortedSet<Oid> wanted, Purpose purpose)
      implements HuntAction {}

  /** The connection that this pass asked for may be made. */
  record MayDial(long pass) implements HuntAction {}

  /** It may not: others use that address, or that host, as much as may be. */
  record MayNotDial(long pass) implements HuntAction {}

  /** End a pass that nobody needs any more; it still answers once. */
  record Cancel(long pass) implements HuntAction {}

  /** Something for the log. */
  record Note(HuntNote note) implements HuntAction {}
}
