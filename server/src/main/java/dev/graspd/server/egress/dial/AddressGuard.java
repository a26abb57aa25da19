package dev.graspd.server.egress.dial;

import dev.graspd.server.egress.dial.AddressVerdict.Allowed;
import dev.graspd.server.egress.dial.AddressVerdict.Stopped;
import dev.graspd.server.egress.dns.Resolution;
import dev.graspd.server.egress.dns.Resolver;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Resolves a target once, and allows it only if we may dial every one of its addresses: a name with
 * one forbidden address among good ones is an attack.
 */
final class AddressGuard {
  private final EgressRules rules;
  private final AddressRules addresses;
  private final Resolver resolver;
  private final DenialLog log;

  AddressGuard(EgressRules rules, Resolver resolver, DenialLog log) {
    this.rules = rules;
    this.addresses = new AddressRules(rules);
    this.resolver = resolver;
    this.log = log;
  }

  CompletionStage<AddressVerdict> check(Target target) {
    if (!rules.permitsScheme(target)) {
      return CompletableFuture.completedFuture(stop(target, "no plain text", "no TLS"));
    }
    return switch (target.host()) {
      case Host.Literal(var address) ->
          CompletableFuture.completedFuture(judge(target, List.of(address)));
      case Host.Name(var name) -> resolver.resolve(name).thenApply(found -> judge(target, found));
    };
  }

  private AddressVerdict judge(Target target, Resolution resolution) {
    return switch (resolution) {
      case Resolution.Found(var found) -> judge(target, found);
      case Resolution.DoesNotExist() -> new Stopped(new Failure.NoSuchName(target.host().text()));
      case Resolution.NoAnswer(var cause) -> new Stopped(new Failure.ResolverSilent(cause));
    };
  }

  private AddressVerdict judge(Target target, List<InetAddress> found) {
    for (InetAddress address : found) {
      Optional<String> kind = addresses.refusal(address, target.namedBy());
      if (kind.isPresent()) {
        return stop(target, "private address", address.getHostAddress() + ", " + kind.get());
      }
    }
    return new Allowed(target, found);
  }

  private AddressVerdict stop(Target target, String why, String detail) {
    log.denied(target, why, detail);
    return new Stopped(new Failure.Denied(why + " (" + detail + ")"));
  }
}
