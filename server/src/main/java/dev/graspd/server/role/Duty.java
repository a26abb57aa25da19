package dev.graspd.server.role;

import java.util.ArrayList;
import java.util.List;

/** The work of a role. It begins each time this server gets the role, from what the store has. */
@FunctionalInterface
public interface Duty {
  /**
   * Takes over: reads what waits, and starts. It may write only what its mandate allows. If it
   * throws, it has started nothing.
   */
  Tenure begin(Mandate mandate);

  /** Returns a duty that begins several in this order, and ends them in reverse. */
  static Duty all(List<Duty> duties) {
    return mandate -> {
      List<Tenure> begun = new ArrayList<>();
      try {
        for (Duty duty : duties) {
          begun.add(duty.begin(mandate));
        }
      } catch (RuntimeException e) {
        begun.reversed().forEach(Tenure::close);
        throw e;
      }
      return new Tenure() {
        @Override
        public void stop() {
          begun.reversed().forEach(Tenure::stop);
        }

        @Override
        public void close() {
          begun.reversed().forEach(Tenure::close);
        }
      };
    };
  }
}
