package dev.graspd.server.egress.dial;

import dev.graspd.server.net.Cidr;
import java.net.InetAddress;
import java.util.Optional;

/** Decides which addresses we may dial. */
public record AddressRules(EgressRules rules) {
  /** Returns the kind of address, if we may not dial it. */
  public Optional<String> refusal(InetAddress address, NamedBy namedBy) {
    InetAddress plain = SpecialAddresses.unwrapped(address);
    if (namedBy == NamedBy.OPERATOR || rules.allowNonGlobal() || isAllowed(plain)) {
      return Optional.empty();
    }
    return rules.own().stream().map(SpecialAddresses::unwrapped).anyMatch(plain::equals)
        ? Optional.of("our own address")
        : SpecialAddresses.kindOf(plain);
  }

  private boolean isAllowed(InetAddress address) {
    for (Cidr network : rules.allowed()) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
