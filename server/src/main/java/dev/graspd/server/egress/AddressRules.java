package dev.graspd.server.egress;

import dev.graspd.server.net.Cidr;
import java.net.InetAddress;
import java.util.Optional;

/** Decides which addresses may be dialled. */
public final class AddressRules {
  private final EgressRules rules;

  public AddressRules(EgressRules rules) {
    this.rules = rules;
  }

  /** Returns what kind of address it is, if it may not be dialled. */
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
