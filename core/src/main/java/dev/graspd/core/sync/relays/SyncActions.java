package dev.graspd.core.sync.relays;

import dev.graspd.core.sync.link.LinkInput;
import java.util.ArrayList;
import java.util.List;

/** Collects the actions that follow from one input, in order. Owned by the sync thread. */
final class SyncActions {
  private List<SyncAction> said = new ArrayList<>();

  void add(SyncAction action) {
    said.add(action);
  }

  /** Tells the current connection. */
  void tell(RelaySync relay, LinkInput input) {
    add(new SyncAction.Tell(relay.url, relay.epoch, input));
  }

  /** Tells operators. */
  void note(RelaySync relay, SyncNote note) {
    add(new SyncAction.Note(relay.url, note));
  }

  List<SyncAction> take() {
    List<SyncAction> taken = said;
    said = new ArrayList<>();
    return taken;
  }
}
