package dev.graspd.system.peers;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.client.Answer;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.RelayInformation;
import dev.graspd.testkit.client.Texts;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A relay of which nothing is known but its address. */
record OutsideRelay(URI uri) {
  /** The reference server takes 60 events a minute on one connection. */
  private static final int EVENTS_PER_CONNECTION = 50;

  private static final int IDS_PER_QUESTION = 50;

  RelayClient connect() {
    return RelayClient.connect(uri);
  }

  /** Returns whether it says that it hosts repositories. */
  boolean hosts() {
    return RelayInformation.of(uri).field("supported_grasps") instanceof List<?> grasps
        && grasps.contains("GRASP-01");
  }

  /** Publishes events; returns how many were refused, by kind and reason. */
  SortedMap<String, Integer> publish(List<Event> events) {
    SortedMap<String, Integer> refusals = new TreeMap<>();
    for (List<Event> some : parts(events, EVENTS_PER_CONNECTION)) {
      try (RelayClient client = connect()) {
        for (Event event : some) {
          Answer.Ok ok = client.publish(event);
          if (!ok.accepted()) {
            refusals.merge("kind " + event.kind() + ": " + ok.message(), 1, Integer::sum);
          }
        }
      }
    }
    return refusals;
  }

  /** Returns those of the events that it serves, in the same order. */
  List<Event> served(List<Event> events) {
    SortedSet<EventId> served = new TreeSet<>();
    try (RelayClient client = connect()) {
      for (List<Event> some : parts(events, IDS_PER_QUESTION)) {
        served.addAll(client.query(Texts.only(some.toArray(new Event[0]))).ids());
      }
    }
    return events.stream().filter(event -> served.contains(event.id())).toList();
  }

  private static List<List<Event>> parts(List<Event> events, int size) {
    List<List<Event>> parts = new ArrayList<>();
    for (int from = 0; from < events.size(); from += size) {
      parts.add(events.subList(from, Math.min(events.size(), from + size)));
    }
    return parts;
  }
}
