package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.LogRecord;
import dev.graspd.core.store.Removal;

/** The records of the log that are not events: moved refs and removals. The oldest are dropped. */
record ModelLog(ModelState state, int removalsKept) {
  void moved(RepoAddress repository) {
    state.lastSeq++;
    add(new LogRecord.RefsMoved(state.lastSeq, repository));
  }

  void bansChanged() {
    state.lastSeq++;
    add(new LogRecord.BansChanged(state.lastSeq));
  }

  void removed(Event event, Removal why) {
    state.lastSeq++;
    state.touch(event);
    state.touchRemoved(event);
    state.endWait(event.id());
    add(
        new LogRecord.Removed(
            state.lastSeq, event.id(), event.createdAt(), event.kind(), event.author(), why));
  }

  private void add(LogRecord record) {
    state.others.add(record);
    while (state.others.size() > removalsKept) {
      state.others.removeFirst();
    }
  }
}
