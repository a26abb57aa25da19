package dev.graspd.core.hunt;

import dev.graspd.core.hunt.domain.Domain;
import dev.graspd.core.hunt.domain.Endpoint;
import dev.graspd.core.repo.Identifier;
import java.time.Duration;

/** A log entry about the hunt (purgatory.md, section 5). */
public sealed interface HuntNote {
  /** A hunt for a family is planned, or moved to an earlier time. */
  record Queued(Identifier family, Duration delay) implements HuntNote {}

  /** An attempt begins; the first is 1. */
  record Attempt(Identifier family, int number) implements HuntNote {}

  /** An attempt did not bring everything. */
  record BackedOff(Identifier family, int number, Duration pause) implements HuntNote {}

  /** All git data has arrived. */
  record Completed(Identifier family, int attempts) implements HuntNote {}

  /** We do not hunt for a family, because there are too many hunts. */
  record TooMany(Identifier family) implements HuntNote {}

  /** A domain asks for a pause. */
  record Paused(Domain domain, Duration pause) implements HuntNote {}

  /** We avoid one port of a host for a while. */
  record Naughty(Endpoint endpoint, HostFault fault, String why) implements HuntNote {}
}
