package dev.graspd.core.repo;

import dev.graspd.core.nostr.PublicKey;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A sorted set of keys that never changes, in an array: a twelfth of a tree's heap. */
final class KeySet extends AbstractSet<PublicKey> implements SortedSet<PublicKey> {
  static final KeySet EMPTY = new KeySet(new PublicKey[0]);

  private final PublicKey[] keys;

  private KeySet(PublicKey[] keys) {
    this.keys = keys;
  }

  static KeySet copyOf(Collection<PublicKey> keys) {
    if (keys instanceof KeySet same) {
      return same;
    }
    return keys.isEmpty() ? EMPTY : new KeySet(new TreeSet<>(keys).toArray(new PublicKey[0]));
  }

  @Override
  public boolean contains(@Nullable Object other) {
    return other instanceof PublicKey key && Arrays.binarySearch(keys, key) >= 0;
  }

  @Override
  public Iterator<PublicKey> iterator() {
    return List.of(keys).iterator();
  }

  @Override
  public int size() {
    return keys.length;
  }

  @Override
  public @Nullable Comparator<? super PublicKey> comparator() {
    return null;
  }

  @Override
  public SortedSet<PublicKey> subSet(PublicKey from, PublicKey to) {
    return copyOf(new TreeSet<>(this).subSet(from, to));
  }

  @Override
  public SortedSet<PublicKey> headSet(PublicKey to) {
    return copyOf(new TreeSet<>(this).headSet(to));
  }

  @Override
  public SortedSet<PublicKey> tailSet(PublicKey from) {
    return copyOf(new TreeSet<>(this).tailSet(from));
  }

  @Override
  public PublicKey first() {
    if (keys.length == 0) {
      throw new NoSuchElementException("no keys");
    }
    return keys[0];
  }

  @Override
  public PublicKey last() {
    if (keys.length == 0) {
      throw new NoSuchElementException("no keys");
    }
    return keys[keys.length - 1];
  }
}
