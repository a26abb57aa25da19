package dev.graspd.server.egress;

import dev.graspd.server.egress.Clearance.Cleared;
import dev.graspd.server.egress.Clearance.Stopped;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Finds the addresses of a target, once, and lets it pass only if every one of them may be dialled:
 * a name with one forbidden address among good ones is somebody's attempt to get in.
 */
final class Checkpoint {
  private final EgressRules rules;
  private final AddressRules addresses;
  private final Resolver resolver;
  private final DenialLog log;

  Checkpoint(EgressRules rules, Resolver resolver, DenialLog log) {
    this.rules = rules;
    this.addresses = new AddressRules(rules);
    this.resolver = resolver;
    this.log = log;
  }

  CompletionStage<Clearance> check(Target target) {
    if (!rules.permitsScheme(target)) {
      return CompletableFuture.completedFuture(stop(target, "no plain text", "no TLS"));
    }
    return switch (target.host()) {
      case Host.Literal(var address) ->
          CompletableFuture.completedFuture(judge(target, List.of(address)));
      case Host.Name(var name) -> resolver.resolve(name).thenApply(found -> judge(target, found));
    };
  }

  private Clearance judge(Target target, Resolution resolution) {
    return switch (resolution) {
      case Resolution.Found(var found) -> judge(target, found);
      case Resolution.DoesNotExist() -> new Stopped(new Failure.NoSuchName(target.host().text()));
      case Resolution.NoAnswer(var cause) -> new Stopped(new Failure.ResolverSilent(cause));
    };
  }

  private Clearance judge(Target target, List<InetAddress> found) {
    for (InetAddress address : found) {
      Optional<String> kind = addresses.refusal(address, target.namedBy());
      if (kind.isPresent()) {
        return stop(target, "private address", address.getHostAddress() + ", " + kind.get());
      }
    }
    return new Cleared(target, found);
  }

  private Clearance stop(Target target, String why, String detail) {
    log.denied(target, why, detail);
    return new Stopped(new Failure.Denied(why + " (" + detail + ")"));
  }
}
