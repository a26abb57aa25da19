package dev.graspd.server.git.serve.pack;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.objects.Digests;
import dev.graspd.server.git.serve.request.FetchRequest;
import dev.graspd.server.git.serve.request.ObjectFilter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Answers to whole clones, kept for equal requests: the last used ones, up to a limit in bytes. The
 * request determines the answer, so none becomes stale. An equal request joins an answer that is
 * still being computed. Thread-safe.
 */
public final class CloneCache {
  /** Files that are kept open. */
  private static final int ANSWERS_MAX = 1_024;

  /** One answer takes at most this part of the whole. */
  private static final int ONE_ANSWER_PART = 4;

  /** A request to a family. */
  public record Key(Identifier family, String hash) {}

  private final Path directory;
  private final long bytesMax;
  private final long fileBytesMax;

  /** In the order of their last use. */
  private final Map<Key, SharedAnswer> answers = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Keeps nothing yet.
   *
   * @param bytesMax of all answers in the cache
   * @param fileBytesMax of one answer, in the cache or not
   */
  public CloneCache(Path directory, long bytesMax, long fileBytesMax) {
    this.directory = directory;
    this.bytesMax = bytesMax;
    this.fileBytesMax = fileBytesMax;
  }

  /**
   * Returns the key of a request if it determines its answer: it wants values of refs with their
   * whole history, and the client has nothing yet.
   */
  public Optional<Key> keyOf(Identifier family, FetchRequest request, Refs refs) {
    boolean isWhole =
        bytesMax > 0
            && request.haves().isEmpty()
            && request.shallow().isEmpty()
            && request.depth() instanceof FetchRequest.Depth.Whole
            && request.end() == FetchRequest.End.DONE
            && !request.wants().isEmpty()
            && new TreeSet<>(refs.values().values()).containsAll(request.wants());
    return isWhole ? Optional.of(new Key(family, hash(request, refs))) : Optional.empty();
  }

  private static String hash(FetchRequest request, Refs refs) {
    MessageDigest digest = Digests.sha256();
    add(digest, request.version().name());
    request.options().forEach(option -> add(digest, option));
    add(digest, request.filter().map(ObjectFilter::spec).orElse(""));
    for (Oid want : new TreeSet<>(request.wants())) {
      add(digest, want.hex());
    }
    // The answer includes tags of its objects on request.
    for (Map.Entry<RefName, Oid> ref : refs.values().entrySet()) {
      if (ref.getKey().isTag()) {
        add(digest, ref.getKey().text() + " " + ref.getValue());
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, String part) {
    digest.update(part.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }

  /** An answer and a reader of it. */
  public record Shared(SharedAnswer answer, SharedAnswer.Reader reader) {}

  /** Begins to read an answer that is here or being computed. */
  public synchronized Optional<Shared> find(Key key) {
    SharedAnswer answer = answers.get(key);
    return answer == null
        ? Optional.empty()
        : answer.open().map(reader -> new Shared(answer, reader));
  }

  /**
   * Begins an answer, which the caller computes; empty if another request has begun it.
   *
   * @param job makes the job that computes it
   */
  public synchronized Optional<Shared> begin(Key key, Function<SharedAnswer, PackJob> job) {
    SharedAnswer before = answers.get(key);
    if (before != null && !before.isAbandoned()) {
      return Optional.empty();
    }
    SharedAnswer answer = new SharedAnswer(directory, fileBytesMax);
    answer.computedBy(job.apply(answer));
    answer.keep(true);
    answers.put(key, answer);
    return answer.open().map(reader -> new Shared(answer, reader));
  }

  /** An answer is computed; the cache keeps it if it is whole and not too large. */
  public synchronized void ended(Key key, SharedAnswer answer, boolean isWhole) {
    if (!isWhole || answer.bytes() > bytesMax / ONE_ANSWER_PART) {
      if (answers.remove(key, answer)) {
        answer.keep(false);
      }
      return;
    }
    Iterator<SharedAnswer> eldest = answers.values().iterator();
    long bytes = bytes();
    while ((bytes > bytesMax || answers.size() > ANSWERS_MAX) && eldest.hasNext()) {
      SharedAnswer one = eldest.next();
      bytes -= one.bytes();
      eldest.remove();
      one.keep(false);
    }
  }

  /** Removes all answers of a family that has lost objects. */
  public synchronized void forget(Identifier family) {
    answers
        .entrySet()
        .removeIf(entry -> {
          boolean isOfFamily = entry.getKey().family().equals(family);
          if (isOfFamily) {
            entry.getValue().keep(false);
          }
          return isOfFamily;
        });
  }

  /** Returns how many bytes are kept. */
  public synchronized long bytes() {
    return answers.values().stream().mapToLong(SharedAnswer::bytes).sum();
  }
}
