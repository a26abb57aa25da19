package dev.graspd.core.sync;

import dev.graspd.core.nostr.ClientMessage;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import java.util.List;
import java.util.SortedSet;

/** What the machine of one connection wants done, in the order given. */
public sealed interface LinkAction {
  record Send(ClientMessage message) implements LinkAction {}

  /** Answer a challenge of NIP-42 with the server's key. */
  record SignAuth(String challenge) implements LinkAction {}

  record Ping() implements LinkAction {}

  /**
   * Give the event to the gate; the answer is {@link LinkInput.Judged}, once for each submission.
   */
  record Submit(Event event, EventSource source) implements LinkAction {}

  /** Bring our own set for this filter: served, held, and remembered refusals. */
  record NeedSet(long job, Filter filter) implements LinkAction {}

  /** Say which of these ids, seen for this reason, are missing here and not known as unwanted. */
  record Sift(long job, List<EventId> ids, EventSource source) implements LinkAction {}

  /** Walk our store down from these roots. */
  record WalkThreads(long job, SortedSet<EventId> roots) implements LinkAction {}

  /** Tell the sync machine. */
  record Report(LinkReport report) implements LinkAction {}

  /** End the connection; {@link LinkInput.Ended} follows. */
  record HangUp(String why) implements LinkAction {}
}
