package dev.graspd.core.repo;

/** Which objects the served refs of a family reach. For one thread. */
public interface Reach extends AutoCloseable {
  /** Reaches nothing: answers no where history would have to be read. */
  Reach NOWHERE = _ -> false;

  /** Returns whether a served ref reaches an object; also false if that is not known in time. */
  boolean isReached(Oid id);

  /** Returns whether some answer was no only because more work was not allowed. */
  default boolean isCutOff() {
    return false;
  }

  @Override
  default void close() {}
}
