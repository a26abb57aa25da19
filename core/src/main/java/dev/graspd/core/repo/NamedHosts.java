package dev.graspd.core.repo;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The hosts that an event about a repository names: in the clone URLs and relays of an
 * announcement, and in the clone URLs of a pull request. A host is written with its port, in lower
 * case, as it stands in the URL. The store has an index of them, so that a start finds repositories
 * that other servers have too without reading all the others.
 */
public final class NamedHosts {
  /** The host of a text that is no URL, or whose host is too long or not ASCII. */
  public static final String UNREADABLE = "?";

  /** More hosts of one event have no row; the event has rows enough to be found. */
  public static final int HOSTS_MAX = 64;

  /** The longest name in DNS, and a port. */
  public static final int LENGTH_MAX = 253 + 6;

  private static final Set<Integer> PULL_REQUESTS =
      Set.of(Kinds.PULL_REQUEST, Kinds.PULL_REQUEST_UPDATE);

  private NamedHosts() {}

  /** Returns the hosts, in order; none for events of other kinds. */
  public static SortedSet<String> of(Event event) {
    if (event.kind() == Kinds.ANNOUNCEMENT) {
      return hosts(Stream.concat(values(event, "clone"), values(event, "relays")));
    }
    return PULL_REQUESTS.contains(event.kind())
        ? hosts(values(event, "clone"))
        : Collections.emptySortedSet();
  }

  private static SortedSet<String> hosts(Stream<String> urls) {
    SortedSet<String> hosts = new TreeSet<>();
    urls.map(NamedHosts::of).distinct().limit(HOSTS_MAX).forEach(hosts::add);
    return hosts;
  }

  /** Returns the host of one URL. */
  public static String of(String url) {
    int scheme = url.indexOf("://");
    if (scheme < 0) {
      return UNREADABLE;
    }
    int begin = scheme + "://".length();
    int end = begin;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    String authority = url.substring(begin, end);
    String host = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    boolean isReadable =
        !host.isEmpty()
            && host.length() <= LENGTH_MAX
            && host.chars().allMatch(c -> c > ' ' && c <= '~');
    return isReadable ? host : UNREADABLE;
  }

  private static Stream<String> values(Event event, String name) {
    return event.tags().stream()
        .filter(tag -> tag.is(name))
        .flatMap(tag -> tag.items().stream().skip(1));
  }
}
