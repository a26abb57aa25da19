package dev.graspd.core.policy;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.Family.Offered;
import dev.graspd.core.repo.Family.Stated;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Maintainers;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Families in few words: keys are single letters, objects are numbers, commits below 100. */
public final class Example {
  public static final ServiceAddress SERVICE = ServiceAddress.of("git.example.org", "/");
  public static final Identifier REPO = new Identifier("repo");

  private Example() {}

  public static PublicKey key(String letter) {
    return PublicKey.parse(letter.repeat(64));
  }

  public static Oid oid(int number) {
    return new Oid(String.format("%040x", number));
  }

  public static int number(Oid oid) {
    return Integer.parseInt(oid.hex(), 16);
  }

  public static Event event(int kind, String author, long at, Tag... tags) {
    UnsignedEvent body = new UnsignedEvent(key(author), at, kind, List.of(tags), "");
    return body.signed(body.id(), Signature.of(new byte[64]));
  }

  /** An announcement that lists this service; {@code listed} are letters of maintainers. */
  public static Event announcement(String author, long at, String listed) {
    return event(
        30617, author, at, Tag.of("d", "repo"), cloneTag(author), relays(), maintainers(listed));
  }

  public static Tag cloneTag(String author) {
    return Tag.of("clone", "https://git.example.org/" + Bech32.npub(key(author)) + "/repo.git");
  }

  public static Tag relays() {
    return Tag.of("relays", "wss://git.example.org");
  }

  public static Tag maintainers(String listed) {
    List<String> items = new ArrayList<>(List.of("maintainers"));
    listed.chars().mapToObj(c -> key("" + (char) c).hex()).forEach(items::add);
    return new Tag(items);
  }

  /** A state such as {@code "main=1 dev=2 HEAD=main"}; {@code v1.0=3} is a tag. */
  public static Event state(String author, long at, String refs) {
    List<Tag> tags = new ArrayList<>(List.of(Tag.of("d", "repo")));
    for (String one : refs.isEmpty() ? new String[0] : refs.split(" ", -1)) {
      String name = one.substring(0, one.indexOf('='));
      String value = one.substring(one.indexOf('=') + 1);
      tags.add(
          name.equals("HEAD")
              ? Tag.of("HEAD", "ref: refs/heads/" + value)
              : Tag.of(ref(name).text(), oid(Integer.parseInt(value)).hex()));
    }
    return event(30618, author, at, tags.toArray(Tag[]::new));
  }

  public static Event pullRequest(String author, int commit, String owner) {
    return event(
        1618,
        author,
        1,
        Tag.of("a", "30617:" + key(owner) + ":repo"),
        Tag.of("c", oid(commit).hex()));
  }

  /** A pull request that names its signer's own place on this service. */
  public static Event submission(String author, int commit, String owner) {
    return event(
        1618,
        author,
        1,
        Tag.of("a", "30617:" + key(owner) + ":repo"),
        Tag.of("c", oid(commit).hex()),
        Tag.of("clone", placeOf(author)));
  }

  public static String placeOf(String author) {
    return "https://git.example.org/prs/" + Bech32.npub(key(author)) + "/repo.git";
  }

  public static RefName ref(String name) {
    return new RefName((name.startsWith("v") ? "refs/tags/" : "refs/heads/") + name);
  }

  public static Refs refs(String text) {
    SortedMap<RefName, Oid> values = new TreeMap<>();
    Optional<RefName> head = Optional.empty();
    for (String one : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
      String[] parts = one.split("=", -1);
      if (parts[0].equals("HEAD")) {
        head = Optional.of(ref(parts[1]));
      } else {
        values.put(ref(parts[0]), oid(Integer.parseInt(parts[1])));
      }
    }
    return new Refs(values, head);
  }

  /** The refs in the form that {@link #refs} reads; those of pull requests as {@code PR}. */
  public static String text(Refs refs) {
    String values =
        refs.values().entrySet().stream()
            .map(entry -> shortName(entry.getKey()) + "=" + number(entry.getValue()))
            .collect(Collectors.joining(" "));
    return values + refs.head().map(head -> " HEAD=" + shortName(head)).orElse("");
  }

  private static String shortName(RefName ref) {
    return ref.isNostr() ? "PR" : ref.text().substring(ref.text().lastIndexOf('/') + 1);
  }

  /** These objects, for the events of anybody. */
  public static TipsHere here(Integer... numbers) {
    return _ -> stored(numbers);
  }

  public static ObjectsHere stored(Integer... numbers) {
    List<Integer> here = List.of(numbers);
    return id ->
        here.contains(number(id))
            ? Optional.of(number(id) < 100 ? ObjectKind.COMMIT : ObjectKind.BLOB)
            : Optional.empty();
  }

  public static Family empty() {
    return Family.empty(REPO, Maintainers.Mode.RECIPROCAL);
  }

  public static Announced announced(Event event, Standing standing) {
    return new Announced(Announcement.of(event).orElseThrow(), standing, HostingMode.HOSTED);
  }

  public static Stated stated(Event event, Standing standing) {
    return new Stated(RepoState.of(event).orElseThrow(), standing);
  }

  public static Offered offered(Event event, String owner) {
    return new Offered(
        PullRequest.of(event).orElseThrow(), new TreeSet<>(List.of(key(owner))), Standing.WAITING);
  }

  /** The facts of a world with these families and served events. */
  public static Facts facts(Map<Identifier, Family> families, List<Event> served) {
    return new ExampleFacts(families, served);
  }
}
