package dev.graspd.server.site.address;

import static dev.graspd.testkit.TestKeys.ALICE;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.site.address.RepositoryView.Entries;
import dev.graspd.server.site.address.RepositoryView.Form;
import dev.graspd.server.site.address.RepositoryView.Format;
import dev.graspd.server.site.address.RepositoryView.In;
import dev.graspd.server.site.address.SiteAddress.Search;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Addresses of all kinds, with names of all bytes. */
final class RandomAddresses {
  private static final String COMMIT = "4f2a".repeat(10);

  private RandomAddresses() {}

  static SiteAddress next(SplittableRandom random) {
    return switch (random.nextInt(22)) {
      case 0 -> new SiteAddress.Repositories(optional(random, text(random)));
      case 1 -> new SiteAddress.Person(ALICE.publicKey());
      case 2 -> new SiteAddress.RepositoriesFeed();
      case 3 -> new SiteAddress.PersonFeed(ALICE.publicKey());
      case 4 -> new SiteAddress.NostrNames(optional(random, text(random)));
      case 5 -> new SiteAddress.Robots();
      case 6 -> new SiteAddress.Sitemap();
      case 7 -> new SiteAddress.Favicon();
      case 8 -> new SiteAddress.SignedEvent(EventId.parse(COMMIT + COMMIT.substring(16)));
      case 9 ->
          new SiteAddress.Search(
              optional(random, text(random)).orElse(""), one(random, Search.Type.values()));
      case 10 -> new SiteAddress.QrCode(ALICE.publicKey());
      default ->
          new SiteAddress.OfRepository(
              new RepoAddress(ALICE.publicKey(), identifier(random)),
              random.nextBoolean(),
              view(random));
    };
  }

  private static Identifier identifier(SplittableRandom random) {
    Identifier found = Identifier.parse(text(random).replace("/", "-")).orElse(new Identifier("x"));
    return found.text().endsWith(".git") ? new Identifier("x") : found;
  }

  private static RepositoryView view(SplittableRandom random) {
    return switch (random.nextInt(19)) {
      case 0 -> new RepositoryView.Summary();
      case 1 ->
          new RepositoryView.Tree(
              place(random),
              optional(random, new LineRange(3, 3 + random.nextInt(9))),
              optional(random, name(random)),
              one(random, RepositoryView.Shown.values()));
      case 2 -> new RepositoryView.Raw(place(random));
      case 3 -> new RepositoryView.Blame(place(random));
      case 4 -> new RepositoryView.Commits(place(random), log(random));
      case 5 ->
          new RepositoryView.Commit(
              COMMIT.substring(random.nextInt(33)), form(random), diff(random));
      case 6 ->
          new RepositoryView.Compare(
              revision(random), revision(random), random.nextBoolean(), form(random), diff(random));
      case 7 -> new RepositoryView.Branches();
      case 8 -> new RepositoryView.Tags();
      case 9 -> new RepositoryView.Tag(revision(random));
      case 10 -> new RepositoryView.Download(revision(random), one(random, Format.values()));
      case 11 ->
          new RepositoryView.Search(
              text(random), one(random, In.values()), optional(random, revision(random)));
      case 12 -> new RepositoryView.CompareForm();
      case 17 -> new RepositoryView.Status();
      case 13, 14, 15, 16 -> new RepositoryView.Talk(talk(random));
      default -> new RepositoryView.Feed(one(random, Entries.values()));
    };
  }

  private static TalkView talk(SplittableRandom random) {
    String event = (COMMIT + COMMIT).substring(random.nextInt(57), 64);
    return switch (random.nextInt(8)) {
      case 6 -> new TalkView.News(one(random, Section.values()));
      case 7 -> new TalkView.AllNews();
      case 0 -> new TalkView.Listed(one(random, Section.values()), choice(random));
      case 1 ->
          new TalkView.Conversation(one(random, Section.values()), event, 1 + random.nextInt(3));
      case 2 -> {
        Form form = form(random);
        yield new TalkView.Files(event, form, form == Form.PAGE ? diff(random) : DiffOptions.USUAL);
      }
      case 3 -> new TalkView.Offered(event);
      case 4 -> new TalkView.OneCommit(event, new Oid(COMMIT), diff(random));
      default ->
          new TalkView.Revised(
              event, 1 + random.nextInt(9), 1 + random.nextInt(2_000), diff(random));
    };
  }

  private static TalkView.Choice choice(SplittableRandom random) {
    Sort sort = one(random, Sort.values());
    String id = COMMIT + COMMIT.substring(16);
    return new TalkView.Choice(
        one(random, States.values()),
        optional(random, text(random)),
        optional(random, ALICE.publicKey()),
        random.nextBoolean() ? "" : text(random),
        sort,
        one(random, TalkView.From.values()),
        random.nextBoolean()
            ? Cursor.parse((sort == Sort.NEWEST ? "n" : "u") + random.nextInt(99) + "-" + id)
            : Optional.empty());
  }

  private static <T> T one(SplittableRandom random, T[] all) {
    return all[random.nextInt(all.length)];
  }

  private static <T> Optional<T> optional(SplittableRandom random, T value) {
    return random.nextBoolean() ? Optional.of(value) : Optional.empty();
  }

  private static LogOptions log(SplittableRandom random) {
    return random.nextBoolean()
        ? new LogOptions(
            Optional.of(new Oid(COMMIT)),
            random.nextInt(1_000),
            random.nextInt(2) * random.nextInt(1_000),
            random.nextBoolean())
        : LogOptions.USUAL;
  }

  private static DiffOptions diff(SplittableRandom random) {
    return new DiffOptions(
        random.nextBoolean() ? List.of() : List.of(name(random), name(random)),
        one(random, DiffOptions.View.values()),
        DiffOptions.CONTEXTS.get(random.nextInt(3)),
        one(random, DiffOptions.Space.values()));
  }

  private static Form form(SplittableRandom random) {
    return one(random, Form.values());
  }

  private static Place place(SplittableRandom random) {
    List<TreeName> names = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      names.add(name(random));
    }
    return new Place(names);
  }

  private static TreeName name(SplittableRandom random) {
    StringBuilder bytes = new StringBuilder("n");
    for (int i = random.nextInt(6); i > 0; i--) {
      char c = (char) (1 + random.nextInt(255));
      bytes.append(c == '/' ? '+' : c);
    }
    return new TreeName(bytes.toString());
  }

  /** A name that git allows for a ref, without its beginning. */
  private static String revision(SplittableRandom random) {
    List<String> endings = List.of("", ".diff", ".patch", ".tar", ".zip", "-ä", "%2E", "+", "/x");
    return "r" + random.nextInt(9) + endings.get(random.nextInt(endings.size()));
  }

  private static String text(SplittableRandom random) {
    List<String> texts = List.of("a", "a b", "a+b", "ä%2F&=?#", "x.git", "'\"<>", "%", "日本");
    return texts.get(random.nextInt(texts.size()));
  }
}
