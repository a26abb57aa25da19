package dev.graspd.sim.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.domain.HuntSettings;
import dev.graspd.core.machine.Now;
import java.util.List;

/** A fault planted around the machine, to see that the checks notice it. The default is none. */
class Mutation {
  static final Mutation NONE = new Mutation();

  HuntSettings settings(HuntSettings settings) {
    return settings;
  }

  List<HuntInput> told(HuntInput input) {
    return List.of(input);
  }

  List<HuntAction> said(HuntAction action) {
    return List.of(action);
  }

  Now now(Now now) {
    return now;
  }

  /** How much later than asked for the machine is woken. */
  long wakesLateNanos() {
    return 0;
  }
}
