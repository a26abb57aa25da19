package dev.graspd.server.site.address;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.site.address.ApiAddresses.Reading;
import dev.graspd.server.site.address.TalkView.Choice;
import dev.graspd.server.site.address.TalkView.From;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ApiAddressesTest {
  private static final String TOOL =
      "api/v1/repositories/" + Bech32.npub(ALICE.publicKey()) + "/tool";
  private static final RepoAddress REPOSITORY =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  private static final String COMMIT = "4f2a".repeat(10);

  private static Reading read(String address) {
    int question = address.indexOf('?');
    return question < 0
        ? ApiAddresses.read(address, "")
        : ApiAddresses.read(address.substring(0, question), address.substring(question + 1));
  }

  private static Reading below(String rest) {
    return read(TOOL + rest);
  }

  private static Reading at(ApiView view) {
    return new Reading.At(new ApiAddress.OfRepository(REPOSITORY, view));
  }

  private static <C> Part<C> all() {
    return new Part<>(Part.LIMIT_USUAL, Optional.empty());
  }

  private static Place place(String... names) {
    return new Place(List.of(names).stream().map(TreeName::of).toList());
  }

  @Test
  void everyViewOfARepositoryHasAnAddress() {
    assertThat(read("api/v1/openapi.json")).isEqualTo(new Reading.At(new ApiAddress.Description()));
    assertThat(below("/refs")).isEqualTo(at(new ApiView.Refs(all())));
    assertThat(below("/tree/main?limit=7"))
        .isEqualTo(at(new ApiView.Tree(place("main"), new Part<>(7, Optional.empty()))));
    assertThat(below("/blob/main/a%20b")).isEqualTo(at(new ApiView.Blob(place("main", "a b"))));
    assertThat(below("/commits")).isEqualTo(at(new ApiView.Commits("HEAD", List.of(), all())));
    assertThat(below("/commits?rev=feature%2Fx&path=src/a+b"))
        .isEqualTo(
            at(
                new ApiView.Commits(
                    "feature/x", List.of(TreeName.of("src"), TreeName.of("a b")), all())));
    assertThat(below("/commits?cursor=" + COMMIT + "0000000a"))
        .isEqualTo(
            at(
                new ApiView.Commits(
                    "HEAD",
                    List.of(),
                    new Part<>(
                        Part.LIMIT_USUAL, Optional.of(new LogCursor(new Oid(COMMIT), 10))))));
    assertThat(below("/commits/4f2a4f2")).isEqualTo(at(new ApiView.Commit("4f2a4f2")));
    assertThat(below("/compare/v1...feature/x?hunks=0"))
        .isEqualTo(at(new ApiView.Compare("v1", "feature/x", false)));
    assertThat(below("/blame/HEAD/x")).isEqualTo(at(new ApiView.Blame(place("HEAD", "x"))));
    assertThat(below("/last-commits/HEAD/src"))
        .isEqualTo(at(new ApiView.LastCommits(place("HEAD", "src"), all())));
  }

  @Test
  void identifierIsWhole() {
    assertThat(read(TOOL + ".git/refs"))
        .isEqualTo(
            new Reading.At(
                new ApiAddress.OfRepository(
                    new RepoAddress(ALICE.publicKey(), new Identifier("tool.git")),
                    new ApiView.Refs(all()))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/refs?limit=0|limit is a number from 1 to 100",
        "/refs?limit=101|limit is a number from 1 to 100",
        "/refs?limit=|limit is a number from 1 to 100",
        "/refs?limit|limit is a number from 1 to 100",
        "/refs?limit=5&limit=6|limit is given twice",
        "/refs?cursor=zz|cursor is what an earlier answer gave as next",
        "/tree/main?cursor=4f2a|cursor is what an earlier answer gave as next",
        "/commits?cursor=4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2a4f2affffffff"
            + "|cursor is what an earlier answer gave as next",
        "/commits?cursor=%zz|cursor is what an earlier answer gave as next",
        "/commits?rev=a//b|rev is HEAD, a branch, a tag, a whole ref name or a commit id",
        "/commits?rev=%FF|rev is HEAD, a branch, a tag, a whole ref name or a commit id",
        "/commits?path=a/../b|path has names with slashes between them, percent-encoded",
        "/compare/a...b?hunks=2|hunks is 0 or 1",
        "/compare/a...b?limit=1|no other key is known here than hunks",
        "/issues?state=lost|state is one of open, merged, closed, draft, all",
        "/prs?sort=oldest|sort is one of newest, updated",
        "/issues?from=usual|from is one of known, all",
        "/issues?author=alice|author is an npub or 64 hex digits",
        "/issues?cursor=n5|cursor is what an earlier answer gave as next",
        "/issues?q=%zz|q is percent-encoded",
        "/issues?rev=x|no other key is known here than state, label, author, q, sort, from, limit,"
            + " cursor",
        "/refs?sort=name|no other key is known here than limit, cursor",
        "/blob/main/x?limit=1|no key is known here",
        "/commits/4f2a4f2?path=x|no key is known here",
      })
  void programIsToldWhatIsWrong(String rest, String detail) {
    assertThat(below(rest)).isEqualTo(new Reading.Malformed(detail));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/refs/x",
        "/refs/",
        "/tree",
        "/tree/",
        "/tree/main/",
        "/tree/main/..",
        "/tree/main/a%2Fb",
        "/tree/main/%zz",
        "/raw/main/x",
        "/blob/main",
        "/blame/main",
        "/commits/HEAD",
        "/commits/4f2a",
        "/commits/4F2A4F2A",
        "/compare/main",
        "/compare/a..b",
        "/compare/...b",
        "/issues/4f2a4f2a",
        "/issues/",
        "/prs/x/y",
      })
  void nothingIsThere(String rest) {
    assertThat(below(rest)).isEqualTo(new Reading.Nothing());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "api/v1/repositories/npub1/tool/refs",
        "api/v1/repositories/x/tool/refs",
        "api/v1/repositories/%zz/tool/refs"
      })
  void ownerIsAKey(String path) {
    assertThat(read(path)).isEqualTo(new Reading.Nothing());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "api/v1/sync",
        "api/v1/openapi.json/",
        "api/v1/repositories",
        "api/v1/repositories/",
        "api/v1/repositories/npub1/tool",
        "api/v2/repositories/a/b/refs",
        "npub1/tool/refs"
      })
  void otherAddressesAreLeftToOthers(String path) {
    assertThat(read(path)).isEqualTo(new Reading.Elsewhere());
  }

  @Test
  void whatIsWrittenIsReadAsTheSameAddress() {
    SplittableRandom random = new SplittableRandom(23);
    for (int i = 0; i < 20_000; i++) {
      ApiAddress address = next(random);
      assertThat(read(ApiAddresses.write(address)))
          .as(ApiAddresses.write(address))
          .isEqualTo(new Reading.At(address));
    }
  }

  private static ApiAddress next(SplittableRandom random) {
    List<String> identifiers = List.of("tool", "x.git", "a b", "ä%2F&=?#", "+", "日本");
    RepoAddress repository =
        new RepoAddress(
            ALICE.publicKey(), new Identifier(identifiers.get(random.nextInt(identifiers.size()))));
    EventId event = EventId.parse("ab".repeat(32));
    Section section = random.nextBoolean() ? Section.ISSUES : Section.PULL_REQUESTS;
    return switch (random.nextInt(12)) {
      case 0 -> new ApiAddress.Description();
      case 5 ->
          new ApiAddress.Search(
              new SiteAddress.Search(
                  random.nextBoolean() ? "" : "50% of a+b",
                  random.nextBoolean()
                      ? SiteAddress.Search.Type.REPOSITORIES
                      : SiteAddress.Search.Type.PEOPLE),
              part(random, event));
      case 1 -> new ApiAddress.OneThread(repository, section, event);
      case 2 -> new ApiAddress.Person(ALICE.publicKey());
      case 3 -> new ApiAddress.SignedEvent(event);
      case 4 ->
          new ApiAddress.Threads(repository, section, choice(random), 1 + random.nextInt(100));
      default -> new ApiAddress.OfRepository(repository, view(random));
    };
  }

  private static Choice choice(SplittableRandom random) {
    Sort sort = random.nextBoolean() ? Sort.NEWEST : Sort.UPDATED;
    return new Choice(
        List.of(States.values()).get(random.nextInt(States.values().length)),
        random.nextBoolean() ? Optional.empty() : Optional.of("a b&=+ä"),
        random.nextBoolean() ? Optional.empty() : Optional.of(ALICE.publicKey()),
        random.nextBoolean() ? "" : "50% of a+b",
        sort,
        random.nextBoolean() ? From.KNOWN : From.ALL,
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(
                new Cursor(sort, random.nextInt(2_000_000), EventId.parse("cd".repeat(32)))));
  }

  private static ApiView view(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> new ApiView.Refs(part(random, new RefName("refs/heads/" + revision(random))));
      case 1 -> new ApiView.Tree(place(random), part(random, tree(random)));
      case 2 -> new ApiView.Blob(file(random));
      case 3 ->
          new ApiView.Commits(
              revision(random),
              random.nextBoolean() ? List.of() : List.of(name(random), name(random)),
              part(random, new LogCursor(new Oid(COMMIT), random.nextInt(100_000))));
      case 4 -> new ApiView.Commit(COMMIT.substring(random.nextInt(33)));
      case 5 -> new ApiView.Compare(revision(random), revision(random), random.nextBoolean());
      case 6 -> new ApiView.Blame(file(random));
      default -> new ApiView.LastCommits(place(random), part(random, tree(random)));
    };
  }

  private static <C> Part<C> part(SplittableRandom random, C cursor) {
    return new Part<>(
        1 + random.nextInt(Part.LIMIT_MAX),
        random.nextBoolean() ? Optional.of(cursor) : Optional.empty());
  }

  private static TreeCursor tree(SplittableRandom random) {
    return new TreeCursor(new Oid(COMMIT), name(random));
  }

  private static Place place(SplittableRandom random) {
    List<TreeName> names = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      names.add(name(random));
    }
    return new Place(names);
  }

  private static Place file(SplittableRandom random) {
    List<TreeName> names = new ArrayList<>(place(random).names());
    names.add(name(random));
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

  private static String revision(SplittableRandom random) {
    List<String> endings = List.of("", ".diff", "-ä", "%2E", "+", "/x", "&=#");
    return "r" + random.nextInt(9) + endings.get(random.nextInt(endings.size()));
  }
}
