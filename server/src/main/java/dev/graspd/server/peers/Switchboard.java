package dev.graspd.server.peers;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.server.peers.link.Call;
import dev.graspd.server.peers.local.RefusalRetry;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The current connection or attempt of each relay. Changed by the sync thread only, read by all.
 */
public final class Switchboard implements RefusalRetry.Asker {
  private final Map<RelayUrl, Call> calls = new ConcurrentHashMap<>();

  void begin(Call call) {
    calls.put(call.relay(), call);
  }

  /** Returns the call of this epoch, if it is current. */
  @Nullable Call find(RelayUrl relay, long epoch) {
    Call call = calls.get(relay);
    return call != null && call.epoch() == epoch ? call : null;
  }

  void end(Call call) {
    calls.remove(call.relay(), call);
  }

  @Override
  public void ask(RelayUrl relay, SortedSet<EventId> ids) {
    Call call = calls.get(relay);
    if (call != null) {
      call.tell(new LinkInput.Ask(ids));
    }
  }
}
