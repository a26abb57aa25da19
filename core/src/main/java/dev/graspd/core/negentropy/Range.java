package dev.graspd.core.negentropy;

/** One range of a message: from the end of the one before to its upper bound. */
sealed interface Range extends MessageReader.Next {
  int SKIP = 0;
  int FINGERPRINT = 1;
  int ID_LIST = 2;

  /** Where it ends, exclusive. */
  Bound upper();

  /** Nothing to do here. */
  record Skip(Bound upper) implements Range {}

  /** The peer's items here have this fingerprint. */
  record Summary(Bound upper, Fingerprint fingerprint) implements Range {}

  /** The peer's items here are these. */
  record Ids(Bound upper, IdList ids) implements Range {}
}
