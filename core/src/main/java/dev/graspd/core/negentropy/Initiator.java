package dev.graspd.core.negentropy;

import dev.graspd.core.negentropy.MessageReader.Malformed;
import dev.graspd.core.negentropy.MessageReader.Opening;
import dev.graspd.core.nostr.EventId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The side that asks, and that learns which ids only one of the two has. One object is one
 * reconciliation; it belongs to one thread.
 */
public final class Initiator {
  private final ItemSet items;
  private final FrameLimit limit;
  private final int roundsMax;

  /** Hashes of our messages. A peer that makes us repeat one would never finish. */
  private final Set<Fingerprint> asked = new HashSet<>();

  /** Ids reported to the caller: with a frame limit a range may come up more than once. */
  private final Set<EventId> reported = new HashSet<>();

  private int rounds;

  /**
   * Prepares a reconciliation.
   *
   * @param roundsMax how many messages of the peer are read before the reconciliation fails
   */
  public Initiator(ItemSet items, FrameLimit limit, int roundsMax) {
    this.items = items;
    this.limit = limit;
    this.roundsMax = roundsMax;
  }

  /**
   * The result of a message of the peer. The ids are new in this message, each once in a
   * reconciliation: {@code have} only we have, in our order; {@code need} only the peer has, in its
   * order.
   */
  public sealed interface Step {
    /** Send this message and wait for the next. */
    record Continue(Message message, List<EventId> have, List<EventId> need) implements Step {}

    /** Both sides are compared completely. */
    record Done(List<EventId> have, List<EventId> need) implements Step {}

    /** The peer cannot be reconciled with; the reason says why. */
    record Refused(String reason) implements Step {}
  }

  /** The first message. */
  public Message open() {
    MessageWriter out = new MessageWriter();
    RangeSplitter.split(items, 0, items.size(), Bound.INFINITY, out);
    Message message = out.message();
    asked.add(hash(message));
    return message;
  }

  /** Takes the responder's message. */
  public Step on(Message message) {
    if (++rounds > roundsMax) {
      return new Step.Refused("not reconciled after " + roundsMax + " rounds");
    }
    return switch (MessageReader.open(message)) {
      case Opening.Understood(var ranges) -> step(ranges);
      case Opening.OtherVersion(var version) ->
          new Step.Refused("the peer speaks negentropy version " + version + ", we speak 1");
      case Opening.Unknown(var reason) -> new Step.Refused(reason);
    };
  }

  private Step step(MessageReader ranges) {
    CollectingWalk walk = new CollectingWalk(items, limit, reported);
    Malformed malformed = walk.run(ranges);
    if (malformed != null) {
      return new Step.Refused(malformed.reason());
    }
    Message message = walk.out.message();
    if (message.length() == 1) {
      return new Step.Done(List.copyOf(walk.have), List.copyOf(walk.need));
    }
    if (!asked.add(hash(message))) {
      return new Step.Refused("no progress: the peer's answer leads to a question asked before");
    }
    return new Step.Continue(message, List.copyOf(walk.have), List.copyOf(walk.need));
  }

  private static Fingerprint hash(Message message) {
    return Fingerprint.hash(message.bytes(), message.length());
  }

  /** Computes the difference between an id list and our own items; no answer is needed. */
  private static final class CollectingWalk extends Walk {
    private final List<EventId> have = new ArrayList<>();
    private final List<EventId> need = new ArrayList<>();

    private final Set<EventId> reported;

    CollectingWalk(ItemSet items, FrameLimit limit, Set<EventId> reported) {
      super(items, limit);
      this.reported = reported;
    }

    @Override
    int onIds(Range.Ids theirs, int from, int to) {
      skip();
      Set<EventId> unknown = new LinkedHashSet<>();
      for (int i = 0; i < theirs.ids().size(); i++) {
        unknown.add(theirs.ids().id(i));
      }
      for (int i = from; i < to; i++) {
        EventId ours = items.item(i).id();
        if (!unknown.remove(ours) && reported.add(ours)) {
          have.add(ours);
        }
      }
      unknown.stream().filter(reported::add).forEach(need::add);
      return to;
    }
  }
}
