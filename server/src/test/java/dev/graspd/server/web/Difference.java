package dev.graspd.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.negentropy.Initiator;
import dev.graspd.core.negentropy.Item;
import dev.graspd.core.negentropy.Message;
import dev.graspd.core.negentropy.SummarySet;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The events that only the client has, and only the relay has, by NIP-77. */
public record Difference(SortedSet<EventId> have, SortedSet<EventId> need) {
  /** Runs a whole session. */
  public static Difference reconcile(
      RelayClient client, String id, String filter, List<Event> ours) {
    SummarySet set =
        SummarySet.of(ours.stream().map(event -> new Item(event.createdAt(), event.id())).toList());
    Initiator initiator = new Initiator(set.snapshot(), FrameLimit.DEFAULT, 100);
    Difference difference = new Difference(new TreeSet<>(), new TreeSet<>());
    client.send("[\"NEG-OPEN\",\"" + id + "\"," + filter + ",\"" + initiator.open().hex() + "\"]");
    while (true) {
      List<Object> answer = client.next();
      assertThat(answer.getFirst()).as("%s", answer).isEqualTo("NEG-MSG");
      Message message = Message.parse((String) answer.get(2)).orElseThrow();
      switch (initiator.on(message)) {
        case Initiator.Step.Continue(var next, var have, var need) -> {
          difference.have().addAll(have);
          difference.need().addAll(need);
          client.send("[\"NEG-MSG\",\"" + id + "\",\"" + next.hex() + "\"]");
        }
        case Initiator.Step.Done(var have, var need) -> {
          difference.have().addAll(have);
          difference.need().addAll(need);
          client.send("[\"NEG-CLOSE\",\"" + id + "\"]");
          return difference;
        }
        case Initiator.Step.Refused(var reason) -> throw new AssertionError(reason);
      }
    }
  }
}
