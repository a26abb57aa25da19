package dev.graspd.server.role;

/** An offer to do the work of a role. */
public interface Candidacy extends AutoCloseable {
  /** Lets the work begin nothing new, if this candidate holds the role; does not wait. */
  void stop();

  /** Withdraws the offer. A holder's work has ended when this returns. */
  @Override
  void close();
}
