package dev.graspd.server.base;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * A set of paths that takes eight bytes for each, so that all files of a large server fit. It keeps
 * hashes: with a million paths, one unknown path in 10^13 is taken for a known one.
 */
public final class PathSet {
  private final long[] sorted;

  private PathSet(long[] sorted) {
    this.sorted = sorted;
  }

  public static PathSet of(Stream<String> paths) {
    MessageDigest digest = digest();
    long[] hashes = paths.mapToLong(path -> hash(path, digest)).toArray();
    Arrays.sort(hashes);
    return new PathSet(hashes);
  }

  public boolean contains(String path) {
    return Arrays.binarySearch(sorted, hash(path, digest())) >= 0;
  }

  private static long hash(String path, MessageDigest digest) {
    return ByteBuffer.wrap(digest.digest(path.getBytes(UTF_8))).getLong();
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
