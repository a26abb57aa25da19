package dev.graspd.server.egress.dial;

import java.net.InetAddress;
import java.util.List;

/** Whether we may dial a target. */
sealed interface AddressVerdict {
  /** We may dial these addresses, and only these: the name is not resolved again. */
  record Allowed(Target target, List<InetAddress> addresses) implements AddressVerdict {}

  record Stopped(Failure failure) implements AddressVerdict {}
}
