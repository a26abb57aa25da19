package dev.graspd.core.talk.thread;

import dev.graspd.core.talk.event.TalkEvent.Labelling;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.member.Rights;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** The labels of a thread (W-42). */
public final class Labels {
  /** Most labels of one thread: its own, then the oldest that others gave. */
  public static final int MAX = 100;

  private Labels() {}

  public static SortedSet<String> of(ThreadEvents events, Rights rights) {
    SortedSet<String> labels = new TreeSet<>();
    add(events.root().labels(), labels);
    for (Labelling one : events.all(Labelling.class)) {
      if (adds(one, events.root(), rights)) {
        add(one.labels(), labels);
      }
    }
    return Collections.unmodifiableSortedSet(labels);
  }

  /** Returns whether these labels are added to the thread's. */
  static boolean adds(Labelling labels, Root root, Rights rights) {
    return !labels.labels().isEmpty()
        && labels.targets().contains(root.id())
        && rights.mayEdit(labels.head().author());
  }

  private static void add(Collection<String> more, SortedSet<String> labels) {
    for (String label : more) {
      if (labels.size() < MAX) {
        labels.add(label);
      }
    }
  }
}
