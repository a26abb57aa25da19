package dev.graspd.core.negentropy;

import dev.graspd.core.negentropy.MessageReader.Malformed;
import dev.graspd.core.negentropy.MessageReader.Opening;

/**
 * The side that is asked. It remembers nothing between messages, so one can be made for each
 * message as well as for each session.
 */
public record Responder(ItemSet items, FrameLimit limit) {
  /** What a message is answered with. */
  public sealed interface Answer {
    /** The message to send back. */
    record Reply(Message message) implements Answer {}

    /** The message breaks the protocol; the reason says where. */
    record Refused(String reason) implements Answer {}
  }

  /** Answers the initiator's message. */
  public Answer respond(Message message) {
    return switch (MessageReader.open(message)) {
      case Opening.Understood(var ranges) -> answer(ranges);
      // The bare version says which one to come back with.
      case Opening.OtherVersion _ -> new Answer.Reply(new MessageWriter().message());
      case Opening.Unknown(var reason) -> new Answer.Refused(reason);
    };
  }

  private Answer answer(MessageReader ranges) {
    Walk walk = new AnsweringWalk(items, limit);
    Malformed malformed = walk.run(ranges);
    return malformed == null
        ? new Answer.Reply(walk.out.message())
        : new Answer.Refused(malformed.reason());
  }

  /** Answers an id list by our own: only the initiator computes the difference. */
  private static final class AnsweringWalk extends Walk {
    AnsweringWalk(ItemSet items, FrameLimit limit) {
      super(items, limit);
    }

    @Override
    int onIds(Range.Ids theirs, int from, int to) {
      int end = (int) Math.min(to, (long) from + limit.idsThatFit(out.length()));
      endSkip();
      out.ids(end < to ? Bound.before(items.item(end)) : theirs.upper(), items, from, end);
      return end;
    }
  }
}
