package dev.graspd.server.git.serve.refs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.GitService;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * The answers to {@code info/refs}, rendered once until the refs change. Thread-safe; bounded by
 * bytes.
 */
public final class Advertisements {
  private record Question(RefSpace space, GitService.Name service, boolean version1) {}

  private record Rendered(Refs refs, SortedMap<RefName, Oid> placeholders, byte[] bytes) {
    boolean isFor(Refs now, SortedMap<RefName, Oid> placeholdersNow) {
      return refs.equals(now) && placeholders.equals(placeholdersNow);
    }
  }

  private final Advertisement advertisement;
  private final byte[] version2;
  private final Cache<Question, Rendered> cache;

  public Advertisements(String agent, long cacheBytesMax) {
    this.advertisement = new Advertisement(agent);
    this.version2 = advertisement.version2();
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(cacheBytesMax)
            .weigher((Question _, Rendered rendered) -> rendered.bytes().length)
            .build();
  }

  /** Returns the result of {@link #forReading} if it was rendered before. */
  public Optional<byte[]> forReadingAtOnce(RefSpace space, Refs refs, ProtocolVersion version) {
    return version == ProtocolVersion.V2
        ? Optional.of(version2)
        : known(toRead(space, version), refs, Collections.emptySortedMap());
  }

  /** Returns the result of {@link #forPushing} if it was rendered before. */
  public Optional<byte[]> forPushingAtOnce(
      RefSpace space, Refs refs, SortedMap<RefName, Oid> placeholders, ProtocolVersion version) {
    return known(toPush(space, version), refs, placeholders);
  }

  private static Question toRead(RefSpace space, ProtocolVersion version) {
    return new Question(space, GitService.Name.UPLOAD_PACK, version == ProtocolVersion.V1);
  }

  private static Question toPush(RefSpace space, ProtocolVersion version) {
    return new Question(space, GitService.Name.RECEIVE_PACK, version == ProtocolVersion.V1);
  }

  /** Renders for a fetch, without placeholders. */
  public byte[] forReading(RefSpace space, Refs refs, ProtocolVersion version, Peeling peeling) {
    if (version == ProtocolVersion.V2) {
      return version2;
    }
    return cached(
        toRead(space, version),
        refs,
        Collections.emptySortedMap(),
        () -> advertisement.forReading(refs, version, peeling));
  }

  /** Renders for a push. Version 2 has no push: git uses version 0 instead. */
  public byte[] forPushing(
      RefSpace space, Refs refs, SortedMap<RefName, Oid> placeholders, ProtocolVersion version) {
    return cached(
        toPush(space, version),
        refs,
        placeholders,
        () -> advertisement.forPushing(refs, placeholders, version));
  }

  private byte[] cached(
      Question question,
      Refs refs,
      SortedMap<RefName, Oid> placeholders,
      Supplier<byte[]> rendering) {
    return known(question, refs, placeholders)
        .orElseGet(() -> {
          byte[] bytes = rendering.get();
          cache.put(question, new Rendered(refs, placeholders, bytes));
          return bytes;
        });
  }

  private Optional<byte[]> known(
      Question question, Refs refs, SortedMap<RefName, Oid> placeholders) {
    return Optional.ofNullable(cache.getIfPresent(question))
        .filter(known -> known.isFor(refs, placeholders))
        .map(Rendered::bytes);
  }
}
