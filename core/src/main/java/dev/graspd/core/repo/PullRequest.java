package dev.graspd.core.repo;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.HeapBytes;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A pull request (1618) or an update of one (1619) as this server reads it, without the event.
 *
 * @param tip the commit it offers, from {@code c}; 64 digits name a commit that git's SHA-1 can
 *     never have here
 * @param repositories the repositories it is for
 * @param cloneUrls where its author says the commit can be fetched
 */
public record PullRequest(
    EventHead event, String tip, SortedSet<RepoAddress> repositories, List<String> cloneUrls) {
  public static boolean isKind(int kind) {
    return kind == Kinds.PULL_REQUEST || kind == Kinds.PULL_REQUEST_UPDATE;
  }

  /** Reads a pull request; empty if its kind is another one or its {@code c} is no object id. */
  public static Optional<PullRequest> of(Event event) {
    String tip = event.tag("c").map(Tag::value).orElse("");
    boolean named = Hex.isLowerHex(tip, Oid.DIGITS) || Hex.isLowerHex(tip, 64);
    if (!isKind(event.kind()) || !named) {
      return Optional.empty();
    }
    SortedSet<RepoAddress> repositories = new TreeSet<>();
    event.tags().stream()
        .filter(tag -> tag.is("a"))
        .flatMap(tag -> RepoAddress.parse(tag.value()).stream())
        .forEach(repositories::add);
    List<String> cloneUrls =
        event.tags().stream()
            .filter(tag -> tag.is("clone"))
            .flatMap(tag -> tag.items().stream().skip(1))
            .toList();
    return Optional.of(
        new PullRequest(
            event.head(), tip, Collections.unmodifiableSortedSet(repositories), cloneUrls));
  }

  /** Returns the families of the repositories that it is for. */
  public SortedSet<Identifier> families() {
    SortedSet<Identifier> families = new TreeSet<>();
    repositories.forEach(address -> families.add(address.identifier()));
    return families;
  }

  /** Returns the owners of repositories with this identifier that it is for. */
  public SortedSet<PublicKey> ownersNamed(Identifier identifier) {
    SortedSet<PublicKey> owners = new TreeSet<>();
    repositories.stream()
        .filter(address -> address.identifier().equals(identifier))
        .map(RepoAddress::owner)
        .forEach(owners::add);
    return owners;
  }

  /** Returns the commit, if it can be an object of a SHA-1 repository. */
  public Optional<Oid> commit() {
    return Oid.parse(tip);
  }

  long heapBytes() {
    long bytes = 4L * HeapBytes.OBJECT + HeapBytes.of(event) + HeapBytes.of(tip);
    for (RepoAddress one : repositories) {
      bytes += HeapBytes.KEY + one.identifier().heapBytes();
    }
    return bytes + HeapBytes.ofTexts(cloneUrls);
  }
}
