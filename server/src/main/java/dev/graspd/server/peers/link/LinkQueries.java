package dev.graspd.server.peers.link;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.sync.EventSource;
import dev.graspd.core.sync.RelayUrl;
import dev.graspd.core.sync.SyncOutcome;
import dev.graspd.core.sync.link.LinkAction;
import dev.graspd.core.sync.link.LinkInput;
import dev.graspd.server.peers.local.OwnSet;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out a connection's questions to our own server, and puts the answers into its inbox. */
record LinkQueries(RelayUrl relay, OwnSide own, LinkInbox inbox, Runnable wake) {
  private static final Logger LOG = LoggerFactory.getLogger(LinkQueries.class);

  /** Begins the work of an action; never blocks. */
  void run(LinkAction action) {
    switch (action) {
      case LinkAction.Submit(var event, var source) -> submit(event, source);
      case LinkAction.NeedSet(var job, var filter) -> needSet(job, filter);
      case LinkAction.Sift(var job, var ids, var source) -> sift(job, ids, source);
      case LinkAction.WalkThreads(var job, var roots) ->
          answer(
              own.threads().walk(roots),
              members -> reply(new LinkInput.ThreadsFound(job, members)));
      case LinkAction.SignAuth(var challenge) ->
          reply(new LinkInput.AuthSigned(own.signer().answer(relay, challenge)));
      case LinkAction.Send _, LinkAction.Ping _, LinkAction.Report _, LinkAction.HangUp _ ->
          throw new IllegalArgumentException("not for our own server: " + action);
    }
  }

  private void submit(Event event, EventSource source) {
    long bytes = HeapBytes.of(event);
    inbox.submitted(bytes);
    var _ =
        own.reception()
            .receive(event, relay, source)
            .exceptionally(bug -> {
              LOG.error("event {} of {} could not be handled", event.id(), relay, bug);
              return SyncOutcome.LATER;
            })
            .thenAccept(outcome -> {
              inbox.judged(new LinkInput.Judged(event.id(), outcome), bytes);
              wake.run();
            });
  }

  private void needSet(long job, Filter filter) {
    answer(
        own.sets().of(filter),
        set ->
            reply(
                switch (set) {
                  case OwnSet.Ready(var items) -> new LinkInput.SetReady(job, items);
                  case OwnSet.TooMany(), OwnSet.Failed() -> new LinkInput.SetFailed(job);
                }));
  }

  /** Only the daily comparison may revive expired events. */
  private void sift(long job, List<EventId> ids, EventSource source) {
    answer(
        own.sifter().sift(ids),
        sifted -> {
          if (source == EventSource.DAILY) {
            sifted.lapsed().forEach(own.reception()::seenByDailySync);
          }
          reply(new LinkInput.Sifted(job, sifted.missing()));
        });
  }

  private <T> void answer(CompletionStage<T> asked, Consumer<T> then) {
    var _ =
        asked
            .thenAccept(then)
            .exceptionally(bug -> {
              LOG.error("a question for {} could not be answered", relay, bug);
              return null;
            });
  }

  private void reply(LinkInput input) {
    inbox.answer(input);
    wake.run();
  }
}
