package dev.graspd.server.site.address;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.core.tree.TreeName;
import dev.graspd.server.site.address.Addresses.Reading;
import dev.graspd.server.site.address.RepositoryView.Entries;
import dev.graspd.server.site.address.RepositoryView.Form;
import dev.graspd.server.site.address.RepositoryView.Format;
import dev.graspd.server.site.address.RepositoryView.In;
import dev.graspd.server.site.address.SiteAddress.Search;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressesTest {
  private static final String NPUB = Bech32.npub(ALICE.publicKey());
  private static final RepoAddress REPOSITORY =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  private static final String COMMIT = "4f2a".repeat(10);

  private static Reading read(String address) {
    int question = address.indexOf('?');
    return question < 0
        ? Addresses.read(address, "")
        : Addresses.read(address.substring(0, question), address.substring(question + 1));
  }

  private static Reading at(RepositoryView view) {
    return new Reading.At(new SiteAddress.OfRepository(REPOSITORY, view));
  }

  private static Reading below(String rest) {
    return read(NPUB + "/tool" + rest);
  }

  private static Place place(String... names) {
    return new Place(List.of(names).stream().map(TreeName::of).toList());
  }

  @Test
  void serviceHasAddressesOfItsOwn() {
    assertThat(read("repos"))
        .isEqualTo(new Reading.At(new SiteAddress.Repositories(Optional.empty())));
    assertThat(read("repos?cursor=x%20y"))
        .isEqualTo(new Reading.At(new SiteAddress.Repositories(Optional.of("x y"))));
    assertThat(read("search"))
        .isEqualTo(new Reading.At(new SiteAddress.Search("", Search.Type.REPOSITORIES)));
    assertThat(read("search?q=a+b%26&type=issues"))
        .isEqualTo(new Reading.At(new SiteAddress.Search("a b&", Search.Type.ISSUES)));
    assertThat(read("search?q=&type=nothing"))
        .isEqualTo(new Reading.At(new SiteAddress.Search("", Search.Type.REPOSITORIES)));
    assertThat(read("search/")).isInstanceOf(Reading.Moved.class);
    assertThat(read("search/x")).isEqualTo(new Reading.Nothing());
    assertThat(read(NPUB)).isEqualTo(new Reading.At(new SiteAddress.Person(ALICE.publicKey())));
    assertThat(read("feeds/" + NPUB + ".atom"))
        .isEqualTo(new Reading.At(new SiteAddress.PersonFeed(ALICE.publicKey())));
    assertThat(read("feeds/repos.atom"))
        .isEqualTo(new Reading.At(new SiteAddress.RepositoriesFeed()));
    assertThat(read(".well-known/nostr.json?name=_"))
        .isEqualTo(new Reading.At(new SiteAddress.NostrNames(Optional.of("_"))));
    assertThat(read("assets/" + NPUB + ".png"))
        .isEqualTo(new Reading.At(new SiteAddress.Identicon(ALICE.publicKey())));
    assertThat(Addresses.write(new SiteAddress.Identicon(ALICE.publicKey())))
        .isEqualTo("assets/" + NPUB + ".png");
    assertThat(read("assets/site-1.css"))
        .isEqualTo(new Reading.At(new SiteAddress.Asset("site-1.css")));
  }

  @Test
  void repositoryIsFoundWithAndWithoutItsEnding() {
    assertThat(below("")).isEqualTo(at(new RepositoryView.Summary()));
    assertThat(read(NPUB + "/tool.git"))
        .isEqualTo(
            new Reading.At(
                new SiteAddress.OfRepository(REPOSITORY, true, new RepositoryView.Summary())));
  }

  @Test
  void everyViewOfARepositoryHasAnAddress() {
    assertThat(below("/tree/main/src/a%20b.txt?lines=10-20"))
        .isEqualTo(
            at(
                new RepositoryView.Tree(
                    place("main", "src", "a b.txt"),
                    Optional.of(new LineRange(10, 20)),
                    Optional.empty())));
    assertThat(below("/tree/main/README.md?view=source"))
        .isEqualTo(
            at(
                new RepositoryView.Tree(
                    place("main", "README.md"),
                    Optional.empty(),
                    Optional.empty(),
                    RepositoryView.Shown.SOURCE)));
    assertThat(below("/tree/main?view=split"))
        .isEqualTo(at(new RepositoryView.Tree(place("main"))));
    assertThat(below("/raw/v1/x")).isEqualTo(at(new RepositoryView.Raw(place("v1", "x"))));
    assertThat(below("/blame/HEAD/x")).isEqualTo(at(new RepositoryView.Blame(place("HEAD", "x"))));
    assertThat(below("/commits/main?from=" + COMMIT + "&skip=50&passed=7"))
        .isEqualTo(
            at(
                new RepositoryView.Commits(
                    place("main"), new LogOptions(Optional.of(new Oid(COMMIT)), 50, 7, false))));
    assertThat(below("/commit/" + COMMIT + ".patch"))
        .isEqualTo(at(new RepositoryView.Commit(COMMIT, Form.PATCH, DiffOptions.USUAL)));
    assertThat(below("/compare/feature/x...main?view=split&context=10&space=ignore&path=src/a"))
        .isEqualTo(
            at(
                new RepositoryView.Compare(
                    "feature/x",
                    "main",
                    true,
                    Form.PAGE,
                    new DiffOptions(
                        List.of(TreeName.of("src"), TreeName.of("a")),
                        DiffOptions.View.SPLIT,
                        10,
                        DiffOptions.Space.IGNORE))));
    assertThat(below("/compare/a..b.diff"))
        .isEqualTo(at(new RepositoryView.Compare("a", "b", false, Form.DIFF, DiffOptions.USUAL)));
    assertThat(below("/branches")).isEqualTo(at(new RepositoryView.Branches()));
    assertThat(below("/tags")).isEqualTo(at(new RepositoryView.Tags()));
    assertThat(below("/status")).isEqualTo(at(new RepositoryView.Status()));
    assertThat(below("/tag/release/1.0")).isEqualTo(at(new RepositoryView.Tag("release/1.0")));
    assertThat(below("/archive/release/1.0.tar.gz"))
        .isEqualTo(at(new RepositoryView.Download("release/1.0", Format.TAR_GZ)));
    assertThat(below("/search?q=a%2Bb+c&in=author"))
        .isEqualTo(at(new RepositoryView.Search("a+b c", In.AUTHOR, Optional.empty())));
    assertThat(below("/search?q=x&rev=feature/x"))
        .isEqualTo(at(new RepositoryView.Search("x", In.CODE, Optional.of("feature/x"))));
    assertThat(below("/search?rev=a..b"))
        .isEqualTo(at(new RepositoryView.Search("", In.CODE, Optional.empty())));
    assertThat(below("/compare")).isEqualTo(at(new RepositoryView.CompareForm()));
    assertThat(below("/compare?from=main")).isEqualTo(at(new RepositoryView.CompareForm()));
    assertThat(below("/compare?from=../x&to=a")).isEqualTo(at(new RepositoryView.CompareForm()));
    assertThat(below("/feed/commits.atom")).isEqualTo(at(new RepositoryView.Feed(Entries.COMMITS)));
  }

  /** W-17. */
  @Test
  void conversationsHaveAddresses() {
    String id = "4f2a".repeat(16);
    assertThat(below("/issues")).isEqualTo(talk(new TalkView.Listed(Section.ISSUES)));
    assertThat(
            below(
                "/prs?state=closed&label=a+b&author="
                    + NPUB
                    + "&q=%26&sort=updated&from=known&cursor=u12-"
                    + id))
        .isEqualTo(
            talk(
                new TalkView.Listed(
                    Section.PULL_REQUESTS,
                    new TalkView.Choice(
                        States.CLOSED,
                        Optional.of("a b"),
                        Optional.of(ALICE.publicKey()),
                        "&",
                        Sort.UPDATED,
                        TalkView.From.KNOWN,
                        Cursor.parse("u12-" + id)))));
    assertThat(below("/issues?cursor=u12-" + id))
        .as("a cursor of another order")
        .isEqualTo(talk(new TalkView.Listed(Section.ISSUES)));
    assertThat(below("/issues/" + id + "?page=2"))
        .isEqualTo(talk(new TalkView.Conversation(Section.ISSUES, id, 2)));
    assertThat(below("/prs/4f2a4f2a"))
        .isEqualTo(talk(new TalkView.Conversation(Section.PULL_REQUESTS, "4f2a4f2a")));
    assertThat(below("/prs/" + id + "/files?view=split"))
        .isEqualTo(
            talk(
                new TalkView.Files(
                    id,
                    Form.PAGE,
                    new DiffOptions(
                        List.of(), DiffOptions.View.SPLIT, 3, DiffOptions.Space.KEEP))));
    assertThat(below("/prs/" + id + ".patch"))
        .isEqualTo(talk(new TalkView.Files(id, Form.PATCH, DiffOptions.USUAL)));
    assertThat(below("/prs/" + id + "/commits")).isEqualTo(talk(new TalkView.Offered(id)));
    assertThat(below("/prs/" + id + "/commit/" + COMMIT))
        .isEqualTo(talk(new TalkView.OneCommit(id, new Oid(COMMIT), DiffOptions.USUAL)));
    assertThat(below("/prs/" + id + "/compare/1...12"))
        .isEqualTo(talk(new TalkView.Revised(id, 1, 12, DiffOptions.USUAL)));
    assertThat(below("/feed/all.atom")).isEqualTo(talk(new TalkView.AllNews()));
    assertThat(below("/feed/prs.atom")).isEqualTo(talk(new TalkView.News(Section.PULL_REQUESTS)));
    assertThat(read("event/" + id))
        .isEqualTo(new Reading.At(new SiteAddress.SignedEvent(EventId.parse(id))));
    assertThat(read("event/4f2a4f2a")).isEqualTo(new Reading.Nothing());
  }

  @Test
  void wordsOfNostrMoveToTheIdOfTheirEvent() {
    String note = Bech32.encode("note", new byte[32]);
    TalkView files = new TalkView.Files("0".repeat(64));
    assertThat(below("/prs/" + note + "/files"))
        .isEqualTo(
            new Reading.Moved(
                new SiteAddress.OfRepository(REPOSITORY, new RepositoryView.Talk(files))));
  }

  private static Reading talk(TalkView view) {
    return at(new RepositoryView.Talk(view));
  }

  @Test
  void wordsOfNostrAreAddresses() {
    String note = Bech32.encode("note", new byte[32]);
    SiteAddress address =
        new SiteAddress.NostrWord(note, new Nip19.Named.OfEvent(EventId.parse("0".repeat(64))));
    assertThat(read(note)).isEqualTo(new Reading.At(address));
    assertThat(Addresses.write(address)).isEqualTo(note);
    assertThat(read(note + "/x")).isEqualTo(new Reading.Nothing());
    assertThat(read("note1wrong")).isEqualTo(new Reading.Nothing());
  }

  /** Go asks so for every package, whose path is no address of a page. */
  @Test
  void goAsksAtAnyAddressBelowARepository() {
    for (String rest :
        new String[] {"?go-get=1", "/cmd/x?go-get=1", "/tree/main?a=b&go-get=1", "/%zz?go-get=1"}) {
      assertThat(below(rest)).as(rest).isEqualTo(at(new RepositoryView.GoImport()));
    }
    assertThat(below("?go-get=2")).isEqualTo(at(new RepositoryView.Summary()));
    assertThat(below(ViewPaths.write(new RepositoryView.GoImport())))
        .isEqualTo(at(new RepositoryView.GoImport()));
    assertThat(read(NPUB + "?go-get=1"))
        .isEqualTo(new Reading.At(new SiteAddress.Person(ALICE.publicKey())));
  }

  @Test
  void formOfTwoRevisionsMovesToTheirDifference() {
    RepositoryView compare =
        new RepositoryView.Compare("main", "a/b c", true, Form.PAGE, DiffOptions.USUAL);
    assertThat(below("/compare?from=main&to=a%2Fb+c"))
        .isEqualTo(new Reading.Moved(new SiteAddress.OfRepository(REPOSITORY, compare)));
  }

  @Test
  void blobAndTrailingSlashMove() {
    Reading moved =
        new Reading.Moved(
            new SiteAddress.OfRepository(REPOSITORY, new RepositoryView.Tree(place("main", "x"))));
    assertThat(below("/blob/main/x")).isEqualTo(moved);
    assertThat(below("/about"))
        .isEqualTo(
            new Reading.Moved(
                new SiteAddress.OfRepository(REPOSITORY, new RepositoryView.Status())));
    assertThat(below("/tree/main/x/")).isEqualTo(moved);
    assertThat(below("/"))
        .isEqualTo(
            new Reading.Moved(
                new SiteAddress.OfRepository(REPOSITORY, new RepositoryView.Summary())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/info/refs",
        "/HEAD",
        "/objects/info/packs",
        "/git-upload-pack",
        "/tree",
        "/tree/main/..",
        "/tree/main/%2e%2E/x",
        "/tree/main/a%2Fb",
        "/tree/main/%00",
        "/tree/main/%zz",
        "/tree/main//x",
        "/commit/4f2a",
        "/commit/4F2A4F2A",
        "/commit/HEAD",
        "/compare/main",
        "/compare/...main",
        "/archive/main.rar",
        "/branches/x",
        "/feed/wiki.atom",
        "/issues/4f2a4f2",
        "/issues/4F2A4F2A",
        "/issues/4f2a4f2a/files",
        "/issues/4f2a4f2a.diff",
        "/issues/npub1x",
        "/prs/4f2a4f2a/blame",
        "/prs/4f2a4f2a.diff/files",
        "/prs/4f2a4f2a/commit/4f2a4f2a",
        "/prs/4f2a4f2a/compare/0...1",
        "/prs/4f2a4f2a/compare/1..2",
        "/status/x",
        "/about/x"
      })
  void nothingIsThere(String rest) {
    assertThat(below(rest)).isEqualTo(new Reading.Nothing());
  }

  @ParameterizedTest
  @CsvSource({"view=third,context=7,space=none", "view=,context=x,space="})
  void unknownValuesCountAsTheUsualOnes(String view, String context, String space) {
    assertThat(below("/commit/" + COMMIT + "?" + view + "&" + context + "&" + space + "&utm=x"))
        .isEqualTo(at(new RepositoryView.Commit(COMMIT)));
  }

  @Test
  void namesThatAreNotUtf8AreKeptAsBytes() {
    TreeName name = TreeName.of(new byte[] {'a', (byte) 0xff, ' ', '%'});
    Reading reading = below("/tree/main/a%FF%20%25");
    assertThat(reading).isEqualTo(at(new RepositoryView.Tree(Place.of("main", List.of(name)))));
    assertThat(name.isText()).isFalse();
    assertThat(Segments.encode(name)).isEqualTo("a%FF%20%25");
  }

  @Test
  void nameThatEndsLikeAFormIsReadAsAName() {
    RepositoryView view =
        new RepositoryView.Compare("main", "fix.diff", true, Form.PAGE, DiffOptions.USUAL);
    assertThat(ViewPaths.write(view)).isEqualTo("/compare/main...fix%2Ediff");
    assertThat(below(ViewPaths.write(view))).isEqualTo(at(view));
  }

  @Test
  void whatIsWrittenIsReadAsTheSameAddress() {
    SplittableRandom random = new SplittableRandom(19);
    for (int i = 0; i < 20_000; i++) {
      SiteAddress address = RandomAddresses.next(random);
      assertThat(read(Addresses.write(address)))
          .as(Addresses.write(address))
          .isEqualTo(new Reading.At(address));
    }
  }
}
