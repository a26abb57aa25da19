package dev.graspd.core.store.ban;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.store.ban.BlockLists.Entry;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which bans begin and end when the operator's lists change while the server runs (operations.md,
 * A new entry becomes a ban. Later starts keep it until the entry is off its list: the rules
 * of a start and the ban add up. Pure.
 *
 * @param begin entries that become bans
 * @param end entries whose bans end
 * @param waiting lists with a change that needs a restart
 */
public record ListChange(List<Entry> begin, List<Entry> end, SortedSet<String> waiting) {
  /**
   * Decides; at a start, both lists are the same.
   *
   * @param started the lists that the rules of this start know
   * @param bans all bans
   * @param own the key of this server, which no ban can be about
   */
  public static ListChange of(BlockLists started, BlockLists now, List<Ban> bans, PublicKey own) {
    List<Entry> known = started.entries();
    List<Entry> wanted = now.entries();
    List<Banned> banned = bans.stream().filter(Ban::keepsOut).map(Ban::what).toList();
    List<Entry> begin =
        wanted.stream()
            .filter(entry -> !known.contains(entry) && !banned.contains(entry.what()))
            .filter(entry -> !isOf(own, entry))
            .toList();
    List<Entry> end =
        bans.stream()
            .filter(Ban::keepsOut)
            .flatMap(
                ban -> BlockLists.listOf(ban).map(list -> new Entry(ban.what(), list)).stream())
            .filter(entry -> !wanted.contains(entry) && !known.contains(entry))
            .toList();
    return new ListChange(begin, end, waiting(started, now, own));
  }

  /** Returns the lists that differ from those of the start at all. */
  public static SortedSet<String> changed(BlockLists started, BlockLists now) {
    SortedSet<String> changed = new TreeSet<>();
    if (!started.keys().equals(now.keys())) {
      changed.add(BlockLists.OF_KEYS);
    }
    if (!Set.copyOf(started.repositories()).equals(Set.copyOf(now.repositories()))) {
      changed.add(BlockLists.OF_REPOSITORIES);
    }
    return changed;
  }

  private static boolean isOf(PublicKey own, Entry entry) {
    return switch (entry.what()) {
      case Banned.OfKey(var key) -> key.equals(own);
      case Banned.OfRepository(var address) -> address.owner().equals(own);
      case Banned.OfEvent _ -> false;
    };
  }

  private static SortedSet<String> waiting(BlockLists started, BlockLists now, PublicKey own) {
    boolean losesKeys = !now.keys().containsAll(started.keys());
    boolean losesRepositories = !now.repositories().containsAll(started.repositories());
    boolean hasPatterns =
        now.repositories().stream()
            .anyMatch(one ->
                !started.repositories().contains(one) && BlockLists.repository(one).isEmpty());
    Stream<Entry> newOwn =
        now.entries().stream()
            .filter(entry -> isOf(own, entry) && !started.entries().contains(entry));
    SortedSet<String> waiting = new TreeSet<>(newOwn.map(Entry::list).toList());
    if (losesKeys) {
      waiting.add(BlockLists.OF_KEYS);
    }
    if (losesRepositories || hasPatterns) {
      waiting.add(BlockLists.OF_REPOSITORIES);
    }
    return waiting;
  }
}
