package dev.graspd.core.policy;

import dev.graspd.core.repo.Oid;

/**
 * One line of a push: the ref as the client wrote it, and the value that it should get. What the
 * client believes the old value to be decides nothing: refs have the values that were signed.
 */
public record PushCommand(String ref, Oid oldValue, Oid newValue) {
  public boolean isDeletion() {
    return newValue.isZero();
  }
}
