package dev.graspd.testkit.store;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.store.Known;
import dev.graspd.core.store.query.QueryRun;
import java.util.ArrayList;
import java.util.List;

/** An answer that was computed at once and is handed out in slices. */
final class ModelQueryRun implements QueryRun {
  private final ModelEventStore store;
  private final List<Event> answer;
  private final End end;
  private final long snapshotSeq;
  private int given;

  ModelQueryRun(ModelEventStore store, List<Event> answer, End end, long snapshotSeq) {
    this.store = store;
    this.answer = answer;
    this.end = end;
    this.snapshotSeq = snapshotSeq;
  }

  @Override
  public long snapshotSeq() {
    return snapshotSeq;
  }

  @Override
  public Slice next(int maxWork, int maxBytes) {
    List<Found> slice = new ArrayList<>();
    int work = 0;
    int bytes = 0;
    while (given < answer.size() && work < maxWork && bytes < maxBytes) {
      Event event = answer.get(given);
      given++;
      work++;
      if (store.known(event.id()) == Known.SERVED) {
        slice.add(new Found(event.id(), event.createdAt(), event.json()));
        bytes += event.json().length;
      }
    }
    return new Slice(slice, given < answer.size() ? End.MORE : end);
  }

  @Override
  public long workDone() {
    return given;
  }
}
