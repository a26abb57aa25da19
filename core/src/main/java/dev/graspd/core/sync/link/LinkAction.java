package dev.graspd.core.sync.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.message.ClientMessage;
import dev.graspd.core.sync.EventSource;
import java.util.List;
import java.util.SortedSet;

/**
 * An action of the machine of one connection, which the server carries out in the order of the
 * list.
 */
public sealed interface LinkAction {
  record Send(ClientMessage message) implements LinkAction {}

  /** Answer a challenge of NIP-42 with the server's key. */
  record SignAuth(String challenge) implements LinkAction {}

  record Ping() implements LinkAction {}

  /**
   * Give the event to the gate; the answer is {@link LinkInput.Judged}, once for each submission.
   */
  record Submit(Event event, EventSource source) implements LinkAction {}

  /** Build our own set for this filter: served, held, and remembered refusals. */
  record NeedSet(long job, Filter filter) implements LinkAction {}

  /** Find out which of these ids are missing here and not known as unwanted. */
  record Sift(long job, List<EventId> ids, EventSource source) implements LinkAction {}

  /** Walk our store down from these roots. */
  record WalkThreads(long job, SortedSet<EventId> roots) implements LinkAction {}

  /** Tell the sync machine. */
  record Report(LinkReport report) implements LinkAction {}

  /** End the connection; {@link LinkInput.Ended} follows. */
  record HangUp(String why) implements LinkAction {}
}
