package dev.graspd.server.hosting;

import dev.graspd.core.role.Role;
import dev.graspd.server.role.Candidacy;
import dev.graspd.server.role.LocalRoles;
import dev.graspd.server.role.Mandate;
import dev.graspd.server.role.Tenure;

/** The upkeep of one host: it takes the role when it is asked, and keeps the mandate afterwards. */
final class UpkeepRole {
  private final LocalRoles roles;
  private boolean isCandidate;
  private volatile Mandate mandate = Mandate.NONE;

  UpkeepRole(LocalRoles roles) {
    this.roles = roles;
  }

  /** Takes the role; who has it hears nothing of that. */
  synchronized void take() {
    if (isCandidate) {
      roles.handOver(Role.UPKEEP);
    } else {
      isCandidate = true;
      Candidacy _ =
          roles.offer(
              Role.UPKEEP,
              taken -> {
                mandate = taken;
                return Tenure.IDLE;
              });
    }
  }

  /** The newest one, which another host may have ended. */
  Mandate mandate() {
    return mandate;
  }
}
