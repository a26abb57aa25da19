package dev.graspd.server.site.talk.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.Store;
import dev.graspd.core.talk.list.KnownPeople;
import dev.graspd.core.talk.member.Members;
import dev.graspd.server.catalogue.Catalogue;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.site.PublishedRepository;
import dev.graspd.server.site.SampleFrame;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.Addresses.Reading;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.cache.CodeCache;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.person.serve.PersonSite;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.server.site.serve.SiteService;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.PersonEvents;
import dev.graspd.server.talk.TalkIndex;
import dev.graspd.server.testing.Stores;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.store.StoreDriver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A repository, a store with its conversations, and their pages. */
abstract class TalkFixture {
  static final RepoAddress TOOL = PublishedRepository.ADDRESS;
  static final PublicKey OWNER = TOOL.owner();
  static final PublicKey AUTHOR = PublicKey.parse("0e".repeat(32));
  static final PublicKey STRANGER = PublicKey.parse("0f".repeat(32));
  static final String OWN = Bech32.npub(OWNER) + "/tool";
  static final String BASE = SampleFrame.BASE;
  static final long TIME = 1_700_000_000;

  @TempDir Path directory;

  PublishedRepository published;
  Scratch git;
  StoreDriver driver;
  TalkSite site;
  TalkIndex index;
  NameBook names;
  PersonSite people;
  Store store;

  @BeforeEach
  void open() throws IOException {
    published = new PublishedRepository(directory);
    git = published.git;
    store = Stores.open(directory.resolve("store"));
    driver = new StoreDriver(store);
    Members members =
        new Members(TOOL, new TreeSet<>(List.of(OWNER)), new TreeSet<>(), new TreeSet<>());
    SiteFrame frame = SampleFrame.FRAME;
    index =
        new TalkIndex(
            store,
            _ -> members,
            new DefaultBranch(published, published.stores, System::nanoTime),
            () -> StoreDriver.NOW + KnownPeople.AFTER_SECONDS,
            16 << 20);
    names = new NameBook(store, NameBook.BYTES_MAX);
    people =
        new PersonSite(
            new PersonSite.Parts(
                new Catalogue(
                    store,
                    store.repositories(),
                    announced -> announced.address().equals(TOOL),
                    _ -> false),
                new PersonEvents(store, store.repositories(), () -> TIME),
                names,
                TOOL::equals,
                (_, key) -> new TreeSet<>(List.of(key))));
    site =
        new TalkSite(
            new TalkSite.Parts(
                index,
                names,
                store::served,
                store::arrival,
                TOOL::equals,
                published.stores,
                new CodeSite(
                        published.stores,
                        new CodeCache(0),
                        frame,
                        _ -> Optional.empty(),
                        System::nanoTime)
                    ::news,
                frame,
                "wss://example.org",
                _ -> "nostr://tool",
                System::nanoTime));
  }

  @AfterEach
  void close() {
    store.close();
    published.close();
  }

  Event put(EventBuilder event, PublicKey by) {
    Event made = event.unsignedBy(by);
    driver.append(made);
    return made;
  }

  static EventBuilder event(int kind, long at) {
    return EventBuilder.kind(kind).at(TIME + at);
  }

  static EventBuilder root(int kind, long at) {
    return event(kind, at).tag("a", TOOL.toString());
  }

  Event issue(long at, PublicKey by, String title, String text) {
    return put(root(Kinds.ISSUE, at).tag("subject", title).content(text), by);
  }

  Event comment(long at, PublicKey by, Event root, Event parent, String text) {
    return put(
        event(Kinds.COMMENT, at)
            .tag("E", root.id().hex())
            .tag("e", parent.id().hex())
            .content(text),
        by);
  }

  Event status(int kind, long at, PublicKey by, Event root) {
    return put(event(kind, at).tag("e", root.id().hex(), "", "root"), by);
  }

  SiteService.Prepared prepared(String rest) {
    int question = rest.indexOf('?');
    Reading reading =
        Addresses.read(
            OWN + (question < 0 ? rest : rest.substring(0, question)),
            question < 0 ? "" : rest.substring(question + 1));
    assertThat(reading).as(rest).isInstanceOf(Reading.At.class);
    SiteAddress.OfRepository address = (SiteAddress.OfRepository) ((Reading.At) reading).address();
    return site.prepare(
        ((RepositoryView.Talk) address.view()).view(), published.find(TOOL).orElseThrow());
  }

  SiteAnswer answer(String rest) {
    return prepared(rest).making().get().answer();
  }

  String page(String rest) {
    SiteAnswer answer = answer(rest);
    assertThat(answer).as(rest).isInstanceOf(SiteAnswer.Page.class);
    return ((SiteAnswer.Page) answer).html();
  }

  String document(String rest) {
    SiteAnswer answer = answer(rest);
    assertThat(answer).as(rest).isInstanceOf(SiteAnswer.Document.class);
    return new String(((SiteAnswer.Document) answer).body(), StandardCharsets.UTF_8);
  }
}
