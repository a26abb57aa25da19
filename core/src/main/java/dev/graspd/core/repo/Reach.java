package dev.graspd.core.repo;

/** Which objects the served refs of a family lead to. For one thread. */
public interface Reach extends AutoCloseable {
  /** Leads nowhere: a question that would need a look at history is answered with no. */
  Reach NOWHERE = _ -> false;

  /** Returns whether a served ref leads to an object; false also if that is not known in time. */
  boolean isReached(Oid id);

  /** Returns whether some answer was no only because more work was not allowed. */
  default boolean isCutOff() {
    return false;
  }

  @Override
  default void close() {}
}
