package dev.graspd.core.hunt;

import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.maintainers;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.relays;

import dev.graspd.core.hunt.missing.MissingData;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.policy.Example;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Families with clone URLs, in the words of {@link Example}. */
public final class HuntExample {
  private HuntExample() {}

  public static Family family(Maintainers.Mode mode) {
    return Family.empty(Example.REPO, mode);
  }

  /** An announcement that this server hosts, with these clone URLs. */
  public static Announced hosted(String author, String listed, Standing standing, String... urls) {
    return announced(author, listed, standing, HostingMode.HOSTED, urls);
  }

  /** One that it only stores. */
  public static Announced unhosted(String author, String listed, String... urls) {
    return announced(author, listed, Standing.SERVED, HostingMode.UNHOSTED, urls);
  }

  private static Announced announced(
      String author, String listed, Standing standing, HostingMode hosting, String... urls) {
    List<String> clone = new ArrayList<>(List.of("clone"));
    clone.addAll(Arrays.asList(urls));
    Event event =
        event(30617, author, 1, Tag.of("d", "repo"), new Tag(clone), relays(), maintainers(listed));
    return new Announced(Announcement.of(event).orElseThrow(), standing, hosting);
  }

  /** A pull request for one owner's repository, which can be fetched from these URLs too. */
  public static Offered offered(String tip, String owner, Standing standing, String... urls) {
    List<String> clone = new ArrayList<>(List.of("clone"));
    clone.addAll(Arrays.asList(urls));
    Event event =
        event(
            1618,
            "d",
            1,
            Tag.of("a", "30617:" + key(owner) + ":repo"),
            Tag.of("c", tip),
            new Tag(clone));
    return new Offered(
        PullRequest.of(event).orElseThrow(), new TreeSet<>(List.of(key(owner))), standing);
  }

  public static Offered offered(int commit, String owner, Standing standing, String... urls) {
    return offered(oid(commit).hex(), owner, standing, urls);
  }

  public static SortedSet<Oid> oids(Integer... numbers) {
    return Arrays.stream(numbers).map(Example::oid).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Missing data such as {@code a.org/r:1 2, b.org/r:}. */
  public static String text(MissingData missing) {
    return missing.places().entrySet().stream()
        .map(entry ->
            entry.getKey().text().replace("https://", "") + ":" + numbers(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String numbers(SortedSet<Oid> ids) {
    return ids.stream()
        .map(id -> Integer.toString(Example.number(id)))
        .collect(Collectors.joining(" "));
  }
}
