package dev.graspd.core.hunt;

import dev.graspd.core.repo.Identifier;
import java.time.Duration;

/** What operators may read about the hunt (purgatory.md, section 5). */
public sealed interface HuntNote {
  /** A family will be hunted for, or sooner than planned. */
  record Queued(Identifier family, Duration delay) implements HuntNote {}

  /** An attempt begins; the first is 1. */
  record Attempt(Identifier family, int number) implements HuntNote {}

  /** An attempt did not bring everything. */
  record BackedOff(Identifier family, int number, Duration pause) implements HuntNote {}

  /** Nothing is missing any more. */
  record Completed(Identifier family, int attempts) implements HuntNote {}

  /** A family is not hunted for, because too many are. */
  record TooMany(Identifier family) implements HuntNote {}

  /** A domain wants rest. */
  record Paused(Domain domain, Duration pause) implements HuntNote {}

  /** A host is left alone at one of its ports for a while. */
  record Naughty(Endpoint endpoint, HostFault fault, String why) implements HuntNote {}
}
