package dev.graspd.core.policy;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The operator's lists as a text that the store keeps: at a start it shows whether they have
 * changed since they were applied, and what was archived then. One entry per line, sorted.
 */
public final class ListsText {
  private static final String SERVICE = "service ";
  private static final String WHITE = "white ";
  private static final String BLACK = "black ";
  private static final String BANNED = "banned ";
  private static final String ARCHIVE = "archive ";
  private static final String ARCHIVE_SERVICE = "archive-service ";
  private static final String ARCHIVE_ALL = "archive-all";

  private ListsText() {}

  /**
   * Writes the lists. It leaves out whether copies take pushes, because that changes nothing that
   * is stored.
   */
  public static String of(HostingRules rules, Set<PublicKey> banned) {
    SortedSet<String> lines = new TreeSet<>();
    lines.add(SERVICE + rules.service().text());
    rules.whiteList().forEach(pattern -> lines.add(WHITE + pattern));
    rules.blackList().forEach(pattern -> lines.add(BLACK + pattern));
    banned.forEach(key -> lines.add(BANNED + Bech32.npub(key)));
    if (rules.archive().all()) {
      lines.add(ARCHIVE_ALL);
    }
    rules.archive().repositories().forEach(pattern -> lines.add(ARCHIVE + pattern));
    rules.archive().services().forEach(service -> lines.add(ARCHIVE_SERVICE + service.text()));
    return String.join("\n", lines);
  }

  /** Returns what was archived under lists that were stored. */
  public static ArchivePolicy archiveOf(String text) {
    List<String> lines = text.lines().toList();
    return new ArchivePolicy(
        lines.contains(ARCHIVE_ALL),
        entries(lines, ARCHIVE, RepositoryPattern::parse).toList(),
        entries(lines, ARCHIVE_SERVICE, ServiceAddress::parse).toList(),
        true);
  }

  private static <T> Stream<T> entries(
      List<String> lines, String kind, Function<String, Optional<T>> parser) {
    return lines.stream()
        .filter(line -> line.startsWith(kind))
        .flatMap(line -> parser.apply(line.substring(kind.length())).stream());
  }
}
