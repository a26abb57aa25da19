package dev.graspd.core.store.row;

import dev.graspd.core.role.Role;

/** The number of the newest fence of each role. */
public interface RoleRows {
  /** Returns 0 if there is none. */
  long newest(Role role);

  void put(Role role, long number);
}
