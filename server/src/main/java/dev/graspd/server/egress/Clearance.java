package dev.graspd.server.egress;

import java.net.InetAddress;
import java.util.List;

/** What the checkpoint says about a target. */
sealed interface Clearance {
  /** These addresses may be dialled, and only these: nobody asks the resolver again. */
  record Cleared(Target target, List<InetAddress> addresses) implements Clearance {}

  record Stopped(Failure failure) implements Clearance {}
}
