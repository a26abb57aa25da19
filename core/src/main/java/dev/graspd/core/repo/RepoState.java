package dev.graspd.core.repo;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A kind 30618 as this server reads it, without the event: the signed value of each branch and tag.
 *
 * @param refs branches and tags by name; peeled entries ({@code ^{}}) are left out, symbolic values
 *     are followed
 * @param head the branch that HEAD names
 * @param impossible refs that can never be obeyed, because git forbids the name or the value is no
 *     object id. Such a state is kept and never applied
 */
public record RepoState(
    EventHead event,
    Identifier identifier,
    SortedMap<RefName, Oid> refs,
    Optional<RefName> head,
    List<String> impossible) {
  /** The one order of states: greatest {@code created_at}, then lowest id. The first wins. */
  public static final Comparator<RepoState> NEWEST_FIRST =
      Comparator.comparing(RepoState::event, EventHead.NEWEST_FIRST);

  private static final String SYMBOLIC = "ref: ";
  private static final int SYMBOLIC_DEPTH_MAX = 5;

  public static Optional<RepoState> of(Event event) {
    if (event.kind() != Kinds.REPO_STATE) {
      return Optional.empty();
    }
    return event
        .tag("d")
        .flatMap(tag -> Identifier.parse(tag.value()))
        .map(identifier -> read(event, identifier));
  }

  private static RepoState read(Event event, Identifier identifier) {
    Map<String, String> values = new HashMap<>();
    for (Tag tag : event.tags()) {
      if (tag.name().startsWith("refs/") || tag.is("HEAD")) {
        values.putIfAbsent(tag.name(), tag.value());
      }
    }
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    List<String> impossible = new ArrayList<>();
    for (String name : new TreeSet<>(values.keySet())) {
      if (name.equals("HEAD") || name.endsWith("^{}")) {
        continue;
      }
      Optional<RefName> ref = RefName.parse(name).filter(RefName::isHeadOrTag);
      Optional<Oid> value = resolve(name, values).filter(oid -> !oid.isZero());
      if (ref.isPresent() && value.isPresent()) {
        refs.put(ref.get(), value.get());
      } else {
        impossible.add(name);
      }
    }
    return new RepoState(
        event.head(),
        identifier,
        Collections.unmodifiableSortedMap(refs),
        headOf(values.getOrDefault("HEAD", "")),
        List.copyOf(impossible));
  }

  private static Optional<Oid> resolve(String name, Map<String, String> values) {
    Set<String> passed = new HashSet<>();
    String current = name;
    while (passed.add(current) && passed.size() <= SYMBOLIC_DEPTH_MAX) {
      String value = values.getOrDefault(current, "");
      if (!value.startsWith(SYMBOLIC)) {
        return Oid.parse(value);
      }
      current = value.substring(SYMBOLIC.length());
    }
    return Optional.empty();
  }

  private static Optional<RefName> headOf(String value) {
    String name = value.startsWith(SYMBOLIC) ? value.substring(SYMBOLIC.length()) : value;
    return RefName.parse(name).filter(RefName::isHead);
  }

  public EventId id() {
    return event.id();
  }

  public PublicKey author() {
    return event.author();
  }

  /** Returns whether this state can be obeyed once its objects are here. */
  public boolean isPossible() {
    return impossible.isEmpty();
  }

  /** Returns the objects that must be here before this state is served. */
  public SortedSet<Oid> tips() {
    return new TreeSet<>(refs.values());
  }

  long heapBytes() {
    return 4L * HeapBytes.OBJECT
        + HeapBytes.of(event)
        + identifier.heapBytes()
        + Refs.heapBytes(refs)
        + HeapBytes.ofTexts(impossible);
  }
}
