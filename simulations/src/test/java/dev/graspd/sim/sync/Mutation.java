package dev.graspd.sim.sync;

import dev.graspd.core.negentropy.ItemSet;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.message.FromRelay;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.core.sync.link.LinkReport;
import dev.graspd.core.sync.relays.SyncAction;
import dev.graspd.core.sync.relays.SyncInput;
import java.util.List;
import java.util.Optional;

/** A fault planted between the parts, to see that the checks notice it. The default is none. */
public class Mutation {
  public static final Mutation NONE = new Mutation();

  public Optional<SyncInput> log(SyncInput input) {
    return Optional.of(input);
  }

  public Optional<SyncAction> action(SyncAction action) {
    return Optional.of(action);
  }

  public Optional<LinkInput> told(LinkInput input) {
    return Optional.of(input);
  }

  public Optional<FromRelay> heard(FromRelay message) {
    return Optional.of(message);
  }

  public Optional<LinkReport> report(LinkReport report) {
    return Optional.of(report);
  }

  public Optional<SyncInput> input(SyncInput input) {
    return Optional.of(input);
  }

  public ItemSet set(ItemSet own) {
    return own;
  }

  public List<EventId> sift(List<EventId> missing, List<EventId> asked) {
    return missing;
  }

  public SyncOutcome outcome(SyncOutcome outcome) {
    return outcome;
  }
}
