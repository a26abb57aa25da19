package dev.graspd.core.store.ban;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The lists of the configuration that keep something out.
 *
 * @param keys whose events are refused
 * @param repositories that are never hosted
 */
public record BlockLists(SortedSet<PublicKey> keys, List<RepositoryPattern> repositories) {
  /** The configuration keys of both lists, which are also who ordered the bans of their entries. */
  public static final String OF_KEYS = "NGIT_EVENT_BLACKLIST";

  public static final String OF_REPOSITORIES = "NGIT_REPOSITORY_BLACKLIST";

  public BlockLists {
    keys = Collections.unmodifiableSortedSet(new TreeSet<>(keys));
    repositories = List.copyOf(repositories);
  }

  /** An entry that a ban can stand for. */
  public record Entry(Banned what, String list) {}

  /** Returns the list that ordered a ban; empty if a person did. */
  public static Optional<String> listOf(Ban ban) {
    return Optional.of(ban.by()).filter(Set.of(OF_KEYS, OF_REPOSITORIES)::contains);
  }

  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    keys.forEach(key -> entries.add(new Entry(new Banned.OfKey(key), OF_KEYS)));
    for (RepositoryPattern pattern : repositories) {
      repository(pattern)
          .ifPresent(one -> entries.add(new Entry(new Banned.OfRepository(one), OF_REPOSITORIES)));
    }
    return entries;
  }

  /** Returns the one repository that a pattern names; a key or a name alone can be many. */
  static Optional<RepoAddress> repository(RepositoryPattern pattern) {
    return pattern
        .owner()
        .flatMap(owner ->
            pattern
                .identifier()
                .flatMap(Identifier::parse)
                .map(identifier -> new RepoAddress(owner, identifier)));
  }
}
