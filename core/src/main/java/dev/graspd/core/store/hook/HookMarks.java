package dev.graspd.core.store.hook;

/**
 * The counters and positions of all hooks together.
 *
 * @param newestHook the last id that was given
 * @param newestDelivery the last number that was given
 * @param position up to where the log has become deliveries
 * @param version grows when a hook is added or removed, or the operator orders a delivery
 */
public record HookMarks(long newestHook, long newestDelivery, long position, long version) {
  public static final HookMarks NONE = new HookMarks(0, 0, 0, 0);
}
