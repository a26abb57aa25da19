package dev.graspd.testkit.store;

import dev.graspd.core.role.Fence;
import dev.graspd.core.role.Role;
import dev.graspd.core.role.RoleLostException;
import dev.graspd.core.role.RoleTransaction;

/** The newest fence of each role. */
record ModelRoleTransaction(ModelState state) implements RoleTransaction {
  @Override
  public Fence take(Role role) {
    return new Fence(role, state.fences.merge(role, 1L, Long::sum));
  }

  @Override
  public void require(Fence fence) {
    if (state.fences.getOrDefault(fence.role(), 0L) != fence.number()) {
      throw new RoleLostException(fence);
    }
  }
}
