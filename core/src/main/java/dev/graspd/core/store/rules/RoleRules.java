package dev.graspd.core.store.rules;

import dev.graspd.core.role.Fence;
import dev.graspd.core.role.Role;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.role.RoleTransaction;
import dev.graspd.core.store.row.RoleRows;

/** Fences of roles: the newest one is the only one that counts. */
record RoleRules(RoleRows rows) implements RoleTransaction {
  @Override
  public Fence take(Role role) {
    Fence fence = new Fence(role, rows.newest(role) + 1);
    rows.put(role, fence.number());
    return fence;
  }

  @Override
  public void require(Fence fence) {
    if (rows.newest(fence.role()) != fence.number()) {
      throw new RoleLostException(fence);
    }
  }
}
