package dev.graspd.sim.federation;

import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.domain.DomainLimits;
import dev.graspd.core.repo.TipsHere;
import java.util.Optional;

/** A fault planted in every server, to see that the checks notice it. The default is none. */
class Mutation {
  static final Mutation NONE = new Mutation();

  /** What is wrong in event sync. */
  dev.graspd.sim.sync.Mutation sync() {
    return dev.graspd.sim.sync.Mutation.NONE;
  }

  /** How much the hunt asks of one server. */
  DomainLimits limits(DomainLimits limits) {
    return limits;
  }

  Optional<HuntInput> hunt(HuntInput input) {
    return Optional.of(input);
  }

  TipsHere here(TipsHere here) {
    return here;
  }

  /** Whether a restart loses what waits. */
  boolean forgetsHeld() {
    return false;
  }
}
