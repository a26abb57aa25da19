package dev.graspd.system.federation;

import dev.graspd.core.nostr.EventId;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.RelayClient;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a server shows of a repository.
 *
 * @param head the branch that HEAD names; empty if none is told
 */
record FederationView(SortedSet<EventId> events, SortedMap<String, String> refs, String head) {
  private static final String SYMREF = "symref=HEAD:";
  private static final int ID_CHARS = 40;

  static FederationView of(FederationRepo repo, FederationServer server, RelayClient relay) {
    SortedSet<EventId> events =
        new TreeSet<>(relay.query(repo.filters().toArray(String[]::new)).ids());
    SortedMap<String, String> refs = new TreeMap<>();
    String head = "";
    for (String line : GitHttp.advertised(repo.at(server), GitHttp.UPLOAD)) {
      String[] parts = line.strip().split("\0", -1);
      if (parts[0].length() > ID_CHARS && parts[0].substring(ID_CHARS).startsWith(" refs/")) {
        refs.put(parts[0].substring(ID_CHARS + 1), parts[0].substring(0, ID_CHARS));
      }
      head = parts.length > 1 ? headOf(parts[1]) : head;
    }
    return new FederationView(
        Collections.unmodifiableSortedSet(events), Collections.unmodifiableSortedMap(refs), head);
  }

  private static String headOf(String capabilities) {
    for (String word : capabilities.split(" ", -1)) {
      if (word.startsWith(SYMREF)) {
        return word.substring(SYMREF.length());
      }
    }
    return "";
  }
}
