package dev.graspd.server.role;

import dev.graspd.core.role.Role;

/**
 * Decides which candidate holds each role. {@link LocalRoles} knows the candidates of one process;
 * an implementation for several servers keeps leases in the store that they share. Thread-safe.
 */
public interface Roles {
  /**
   * Returns roles for a server that writes no rows: each duty begins at once, without a fence. Only
   * for a server that is alone on its store.
   */
  static Roles unfenced() {
    return (_, duty) -> {
      Tenure tenure = duty.begin(Mandate.NONE);
      return new Candidacy() {
        @Override
        public void stop() {
          tenure.stop();
        }

        @Override
        public void close() {
          tenure.close();
        }
      };
    };
  }

  /**
   * Offers to do the work of a role. If nobody holds it, the duty has begun when this returns;
   * otherwise it begins when its turn comes.
   */
  Candidacy offer(Role role, Duty duty);
}
