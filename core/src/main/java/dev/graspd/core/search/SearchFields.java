package dev.graspd.core.search;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The searched fields of an event (N50-2). */
public final class SearchFields {
  /** Bytes of one event that are searched, the best fields first. */
  public static final int EVENT_BYTES_MAX = 32 << 10;

  private static final SortedSet<Integer> KINDS =
      Collections.unmodifiableSortedSet(
          new TreeSet<>(
              Set.of(
                  Kinds.METADATA,
                  Kinds.TEXT_NOTE,
                  Kinds.COMMENT,
                  Kinds.PATCH,
                  Kinds.PULL_REQUEST,
                  Kinds.PULL_REQUEST_UPDATE,
                  Kinds.ISSUE,
                  Kinds.OLD_REPLY,
                  Kinds.COVER_NOTE,
                  Kinds.ANNOUNCEMENT)));

  private final EnumMap<FieldClass, List<String>> texts = new EnumMap<>(FieldClass.class);

  private SearchFields() {}

  /** The kinds that are searched. */
  public static SortedSet<Integer> kinds() {
    return KINDS;
  }

  public static boolean isSearched(int kind) {
    return KINDS.contains(kind);
  }

  /** Returns the texts of an event by their class, best first; empty if it is not searched. */
  public static SortedMap<FieldClass, List<String>> of(Event event) {
    SearchFields fields = new SearchFields();
    fields.collect(event);
    return fields.cut();
  }

  private void collect(Event event) {
    switch (event.kind()) {
      case Kinds.ANNOUNCEMENT -> {
        tags(event, "name", FieldClass.NAME);
        tags(event, "d", FieldClass.NAME);
        tags(event, "t", FieldClass.SUBJECT);
        tags(event, "description", FieldClass.DESCRIPTION);
      }
      case Kinds.PATCH -> {
        thread(event);
        add(FieldClass.SUBJECT, PatchText.subject(event.content()));
        add(FieldClass.CONTENT, PatchText.of(event.content()));
      }
      case Kinds.PULL_REQUEST, Kinds.PULL_REQUEST_UPDATE, Kinds.ISSUE -> {
        thread(event);
        add(FieldClass.CONTENT, event.content());
      }
      case Kinds.COMMENT, Kinds.OLD_REPLY, Kinds.TEXT_NOTE, Kinds.COVER_NOTE ->
          add(FieldClass.CONTENT, event.content());
      case Kinds.METADATA -> ProfileText.of(event.content()).forEach(this::addName);
      default -> {}
    }
  }

  private void thread(Event event) {
    tags(event, "subject", FieldClass.SUBJECT);
    tags(event, "t", FieldClass.DESCRIPTION);
  }

  private void tags(Event event, String name, FieldClass place) {
    for (Tag tag : event.tags()) {
      if (tag.is(name)) {
        add(place, tag.value());
      }
    }
  }

  private void addName(String text) {
    add(FieldClass.NAME, text);
  }

  private void add(FieldClass place, String text) {
    if (!text.isBlank()) {
      texts.computeIfAbsent(place, _ -> new ArrayList<>()).add(text);
    }
  }

  private SortedMap<FieldClass, List<String>> cut() {
    SortedMap<FieldClass, List<String>> kept = new TreeMap<>();
    int room = EVENT_BYTES_MAX;
    for (var one : texts.entrySet()) {
      List<String> values = new ArrayList<>();
      for (String text : one.getValue()) {
        int end = TextCut.charsWithin(text, room);
        if (end > 0) {
          String value = text.substring(0, end);
          values.add(value);
          room -= TextCut.bytes(value);
        }
      }
      if (!values.isEmpty()) {
        kept.put(one.getKey(), List.copyOf(values));
      }
    }
    return kept;
  }
}
