package dev.graspd.core.policy.push;

import dev.graspd.core.repo.Oid;

/**
 * One line of a push: the ref as the client wrote it, and the value that it should get. The old
 * value that the client names does not matter: refs have the signed values.
 */
public record PushCommand(String ref, Oid oldValue, Oid newValue) {
  public boolean isDeletion() {
    return newValue.isZero();
  }
}
