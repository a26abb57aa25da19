package dev.graspd.core.store.rules;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.room.DormantRoom;
import dev.graspd.core.store.row.Sum;
import dev.graspd.core.store.row.SumRows;

/** Counts the bytes of dormant deletions: per key, in total, and per payer today. */
record DormantRules(SumRows sums) {
  private static final Sum ALL = new Sum.AllDormant();

  /** Counts a deletion that becomes dormant; returns whether there was room for it. */
  boolean add(Event deletion, DormantRoom room, long nowSeconds) {
    long bytes = DormantRoom.bytesOf(deletion);
    long day = nowSeconds / DormantRoom.DAY;
    forgetDaysBefore(day);
    Sum payer = new Sum.DormantFrom(day, room.payer());
    long ofPayer = room.payer() == 0 ? 0 : sums.get(payer);
    long ofKey = sums.get(new Sum.DormantOf(deletion.author()));
    if (!room.fits(bytes, ofKey, ofPayer, sums.get(ALL))) {
      return false;
    }
    count(deletion.author(), bytes);
    if (room.payer() != 0) {
      sums.put(payer, ofPayer + bytes);
    }
    return true;
  }

  void remove(Event deletion) {
    count(deletion.author(), -DormantRoom.bytesOf(deletion));
  }

  /** Forgets what payers brought on earlier days. */
  void forgetDaysBefore(long day) {
    sums.deleteDaysBefore(day);
  }

  private void count(PublicKey key, long more) {
    change(new Sum.DormantOf(key), more);
    change(ALL, more);
  }

  private void change(Sum sum, long more) {
    sums.put(sum, Math.max(0, sums.get(sum) + more));
  }
}
