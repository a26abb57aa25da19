package dev.graspd.server.git.serve.request;

import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.git.serve.refs.ProtocolVersion;
import dev.graspd.server.git.serve.request.FetchRequest.Depth;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** A request for a pack, line by line. Used by one thread. */
public final class FetchDraft {
  private static final int DEEPEN_NOTS_MAX = 100;

  /** Capabilities of clients that JGit knows. */
  private static final Set<String> OPTIONS =
      Set.of(
          "multi_ack",
          "multi_ack_detailed",
          "no-done",
          "thin-pack",
          "side-band",
          "side-band-64k",
          "ofs-delta",
          "no-progress",
          "include-tag");

  private final ServeLimits limits;
  private final RequestMemory memory;
  private final SequencedSet<Oid> wants = new LinkedHashSet<>();
  private final List<Oid> haves = new ArrayList<>();
  private final SequencedSet<Oid> shallow = new LinkedHashSet<>();
  private final SortedSet<String> options = new TreeSet<>();
  private final List<String> deepenNots = new ArrayList<>();
  private Optional<Integer> deepen = Optional.empty();
  private Optional<Integer> deepenSince = Optional.empty();
  private Optional<ObjectFilter> filter = Optional.empty();
  private boolean relative;

  FetchDraft(ServeLimits limits, RequestMemory memory) {
    this.limits = limits;
    this.memory = memory;
  }

  /** Takes a capability of versions 0 and 1; unknown ones are ignored, as git does. */
  void capability(String word) throws WrongRequestException {
    if (word.startsWith("object-format=")) {
      objectFormat(word.substring("object-format=".length()));
    } else if (word.equals(FetchRequest.DEEPEN_RELATIVE)) {
      relative = true;
    } else if (OPTIONS.contains(word)) {
      options.add(word);
    }
  }

  static void objectFormat(String format) throws WrongRequestException {
    if (!format.equals("sha1")) {
      throw new WrongRequestException("object format not supported: " + printable(format));
    }
  }

  /** Takes a line that all versions have; returns false if it is none of them. */
  boolean take(String line) throws WrongRequestException {
    int space = line.indexOf(' ');
    String word = space < 0 ? line : line.substring(0, space);
    String rest = space < 0 ? "" : line.substring(space + 1);
    switch (word) {
      case "want" -> want(rest);
      case "have" -> have(rest);
      case "shallow" -> shallow.add(counted(rest));
      case "deepen" -> deepen = Optional.of(positive(rest));
      case "deepen-since" -> deepenSince = Optional.of(positive(rest));
      case "deepen-not" -> deepenNot(rest);
      case "filter" -> filter(rest);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Takes a word of version 2 that stands alone; returns false if there is no such word. */
  boolean takeWord(String line) throws WrongRequestException {
    switch (line) {
      case "thin-pack", "no-progress", "include-tag", "ofs-delta", "wait-for-done" ->
          options.add(line);
      case FetchRequest.DEEPEN_RELATIVE -> relative = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  boolean wantsNothing() {
    return wants.isEmpty() && !options.contains("wait-for-done");
  }

  FetchRequest finished(ProtocolVersion version, FetchRequest.End end)
      throws WrongRequestException {
    return new FetchRequest(
        version,
        List.copyOf(wants),
        List.copyOf(haves),
        List.copyOf(shallow),
        depth(),
        filter,
        options,
        end);
  }

  private Depth depth() throws WrongRequestException {
    boolean isBounded = deepenSince.isPresent() || !deepenNots.isEmpty();
    if (deepen.isPresent() && isBounded) {
      throw new WrongRequestException("deepen cannot be used with deepen-since or deepen-not");
    }
    if (isBounded) {
      return new Depth.Bounded(deepenSince, List.copyOf(deepenNots));
    }
    // The greatest depth is the whole history in any case.
    boolean isFurther = relative && deepen.isPresent() && deepen.get() < Integer.MAX_VALUE;
    return isFurther
        ? new Depth.Further(deepen.get())
        : deepen.<Depth>map(Depth.Commits::new).orElseGet(Depth.Whole::new);
  }

  private void want(String id) throws WrongRequestException {
    if (wants.add(counted(id)) && wants.size() > limits.request().wants()) {
      throw new WrongRequestException(
          "too many wants, at most " + limits.request().wants() + " are served");
    }
  }

  private void have(String id) throws WrongRequestException {
    haves.add(counted(id));
    if (haves.size() > limits.request().haves()) {
      throw new WrongRequestException(
          "too many haves, at most " + limits.request().haves() + " are read");
    }
  }

  private void deepenNot(String ref) throws WrongRequestException {
    if (RefName.isTooLong(ref)) {
      throw new WrongRequestException(
          "deepen-not names a ref with more than " + RefName.BYTES_MAX + " bytes");
    }
    memory.charge(HeapBytes.of(ref) + RequestMemory.SLOT_BYTES);
    deepenNots.add(ref);
    if (deepenNots.size() > DEEPEN_NOTS_MAX) {
      throw new WrongRequestException("too many deepen-not, at most " + DEEPEN_NOTS_MAX);
    }
  }

  private void filter(String spec) throws WrongRequestException {
    if (filter.isPresent()) {
      throw new WrongRequestException("more than one filter");
    }
    filter = ObjectFilter.parse(spec);
    if (filter.isEmpty()) {
      throw new WrongRequestException(
          FetchReason.FETCH_FILTER,
          "%s: '%s' is not one of blob:none, blob:limit=<size> and tree:<depth>"
              .formatted(FetchReason.FETCH_FILTER.wording().text(), printable(spec)));
    }
  }

  private Oid counted(String id) throws WrongRequestException {
    memory.charge(RequestMemory.ID_BYTES);
    return Oid.parse(id)
        .orElseThrow(() -> new WrongRequestException("not an object id: " + printable(id)));
  }

  /** JGit counts in ints; the greatest int stands for every larger number. */
  private static int positive(String digits) throws WrongRequestException {
    if (!digits.matches("[0-9]{1,18}") || Long.parseLong(digits) == 0) {
      throw new WrongRequestException("not a positive number: " + printable(digits));
    }
    return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(digits));
  }

  /** Cuts a stranger's text to what may be shown. */
  public static String printable(String text) {
    String cut = text.length() > 80 ? text.substring(0, 80) : text;
    return cut.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
