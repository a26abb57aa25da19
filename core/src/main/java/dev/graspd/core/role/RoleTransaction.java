package dev.graspd.core.role;

/** The part of a write transaction about roles: for each, the number of its newest fence. */
public interface RoleTransaction {
  /** Takes a role from its holder, if there is one; its fences are refused from now on. */
  Fence take(Role role);

  /**
   * Requires that a fence is the newest of its role. Work that must run once calls this first, in
   * the transaction that writes.
   *
   * @throws RoleLostException if the role was taken since
   */
  void require(Fence fence);
}
