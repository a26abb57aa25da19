package dev.graspd.server.hunt.git;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The known capabilities of a server. For one thread. */
final class Capabilities {
  private static final Set<String> KNOWN =
      Set.of(
          "agent",
          "allow-reachable-sha1-in-want",
          "allow-tip-sha1-in-want",
          "fetch",
          "ls-refs",
          "no-progress",
          "object-format",
          "ofs-delta",
          "side-band-64k");

  private final SortedMap<String, String> known = new TreeMap<>();

  /** Notes a word, with or without a value. */
  void add(String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    if (KNOWN.contains(name)) {
      known.put(name, equals < 0 ? "" : word.substring(equals + 1));
    }
  }

  boolean has(String name) {
    return known.containsKey(name);
  }

  /** Returns those of the words that the server knows. */
  SortedSet<String> among(List<String> words) {
    SortedSet<String> common = new TreeSet<>(words);
    common.retainAll(known.keySet());
    return common;
  }

  /** We cannot use objects with another hash. */
  void requireSha1() throws FetchException {
    if (!known.getOrDefault("object-format", "sha1").equals("sha1")) {
      throw new FetchException(new FetchFailure.NoRepository("its object ids are not SHA-1"));
    }
  }

  /** Returns whether we may request objects that no ref names. */
  boolean allowsUnadvertised() {
    return has("allow-tip-sha1-in-want") || has("allow-reachable-sha1-in-want");
  }
}
