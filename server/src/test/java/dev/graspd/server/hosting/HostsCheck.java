package dev.graspd.server.hosting;

import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.server.family.held.HeldIndex;
import dev.graspd.server.family.view.FamilyReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Compares the memory of two hosts with what a third reads from the store alone. */
record HostsCheck(TwoHosts hosts) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A fault that is planted does not go away. */
  private static final Duration LITTLE_PATIENCE = Duration.ofSeconds(2);

  /** A family as the store alone tells it. */
  Family third(Identifier identifier) {
    return new FamilyReader(
            hosts.store, hosts.store.repositories(), TwoHostsTest.RULES, TwoHostsTest.MODE)
        .read(identifier, Optional.empty())
        .family();
  }

  /** Returns what is wrong with a family, or with the memory of a host. */
  List<String> problems(Identifier identifier) {
    Family third = third(identifier);
    HostingCheck check =
        new HostingCheck(
            hosts.store, hosts.store.repositories(), TwoHostsTest.RULES, TwoHostsTest.MODE);
    List<String> problems = new ArrayList<>(check.problems(identifier, hosts.git(0).objects()));
    for (int number = 0; number < 2; number++) {
      HostingState state = hosts.host(number).state();
      Family seen = state.families().of(identifier);
      if (!seen.equals(third) || seen.version() != third.version()) {
        problems.add("host " + number + " has another view than the store");
      }
      if (!state.held().of(identifier).stream()
          .map(HeldIndex.Entry::row)
          .toList()
          .equals(hosts.store.repositories().waiting(identifier))) {
        problems.add("host " + number + " holds other events than the store");
      }
      if (!Set.copyOf(state.shelves().of(identifier))
          .equals(Set.copyOf(hosts.store.repositories().placeholders(identifier)))) {
        problems.add("host " + number + " has other pushes than the store");
      }
    }
    return problems;
  }

  /** Timers may still be at work: they end soon. */
  Optional<String> lasting(Supplier<List<String>> check) {
    Duration patience = hosts.isSound() ? PATIENCE : LITTLE_PATIENCE;
    long until = System.nanoTime() + patience.toNanos();
    List<String> problems = check.get();
    while (!problems.isEmpty() && System.nanoTime() < until) {
      hosts.wake();
      Thread.onSpinWait();
      problems = check.get();
    }
    return problems.isEmpty() ? Optional.empty() : Optional.of(problems.toString());
  }
}
