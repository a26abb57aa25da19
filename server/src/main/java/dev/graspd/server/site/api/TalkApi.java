package dev.graspd.server.site.api;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.list.Listing;
import dev.graspd.core.talk.list.RowFilter;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.address.ApiAddresses;
import dev.graspd.server.site.address.TalkView.Choice;
import dev.graspd.server.site.address.TalkView.From;
import dev.graspd.server.site.json.EventAnswer;
import dev.graspd.server.site.json.PersonJson;
import dev.graspd.server.site.json.TalkJson;
import dev.graspd.server.site.person.PersonFacts;
import dev.graspd.server.site.serve.PageVersions;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.TalkIndex;
import dev.graspd.server.talk.ThreadList;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/** Threads, people and events for programs (W-84, W-85). Thread-safe; may read the disk. */
public final class TalkApi {
  /**
   * What documents are made from.
   *
   * @param served an event that the relay serves
   * @param people what is known of a person, if there is something
   * @param merges whether the default branch has the tip of a pull request
   * @param pageOf the path of the page of an event, below the base path
   */
  public record Parts(
      Repositories repositories,
      TalkIndex index,
      NameBook names,
      Function<EventId, Optional<Event>> served,
      Function<PublicKey, Optional<PersonFacts>> people,
      Merges merges,
      Function<EventId, Optional<String>> pageOf) {}

  /** Looks into the code of a repository. */
  @FunctionalInterface
  public interface Merges {
    /** Returns whether the default branch has the tip; empty if a limit ended the look. */
    Optional<Boolean> isMerged(HostedRepository repository, TalkThread thread);
  }

  private final Parts parts;
  private final PageVersions versions;

  /**
   * Reads nothing yet.
   *
   * @param form what all documents have in common: program and settings
   */
  public TalkApi(Parts parts, String form) {
    this.parts = parts;
    this.versions = new PageVersions(form);
  }

  /** Answers a request for a list of threads. */
  public ApiAnswer threads(ApiAddress.Threads asked) {
    Optional<HostedRepository> hosted = parts.repositories.find(asked.repository());
    if (hosted.isEmpty()) {
      return CodeApi.noRepository();
    }
    ThreadList list = parts.index.of(asked.repository());
    RowFilter filter = filter(asked, list);
    Listing listing = list.listing();
    Listing.Page page =
        asked
            .choice()
            .cursor()
            .map(cursor -> listing.after(cursor, filter, asked.limit()))
            .orElseGet(() -> listing.first(filter, asked.choice().sort(), asked.limit()));
    SortedSet<PublicKey> authors = new TreeSet<>();
    page.rows().stream().map(ThreadRow::author).forEach(authors::add);
    String json =
        TalkJson.of(
            new TalkJson.Threads(
                page, listing.counts(filter), list.isCut(), parts.names.names(authors)));
    Optional<ApiAddress> next =
        page.next()
            .map(cursor ->
                new ApiAddress.Threads(
                    asked.repository(), asked.section(), asked.choice().at(cursor), asked.limit()));
    return document(asked, hosted.get(), json, next);
  }

  private static RowFilter filter(ApiAddress.Threads asked, ThreadList list) {
    Choice choice = asked.choice();
    return new RowFilter(
        asked.section(),
        choice.states(),
        choice.label(),
        choice.author(),
        choice.text(),
        choice.from() == From.KNOWN ? Optional.of(list.known()) : Optional.empty());
  }

  /** Answers a request for a thread. */
  public ApiAnswer thread(ApiAddress.OneThread asked) {
    Optional<HostedRepository> hosted = parts.repositories.find(asked.repository());
    if (hosted.isEmpty()) {
      return CodeApi.noRepository();
    }
    Optional<TalkIndex.Found> found =
        parts
            .index
            .thread(asked.repository(), asked.root())
            .filter(thread -> section(thread) == asked.section());
    if (found.isEmpty()) {
      return ApiScope.notFound("the repository has no such thread");
    }
    TalkThread thread = TalkThread.of(found.get().thread(), found.get().members(), false);
    Optional<Boolean> isMerged =
        asked.section() == Section.PULL_REQUESTS
            ? parts.merges.isMerged(hosted.get(), thread)
            : Optional.of(false);
    String json = json(found.get(), isMerged.orElse(false));
    return isMerged.isPresent()
        ? document(asked, hosted.get(), json, Optional.empty())
        : new ApiAnswer.Document(json, Optional.empty());
  }

  private static Section section(TalkIndex.Found found) {
    return found.thread().root().kind().bringsCommits() ? Section.PULL_REQUESTS : Section.ISSUES;
  }

  private String json(TalkIndex.Found found, boolean isMerged) {
    TalkThread thread = TalkThread.of(found.thread(), found.members(), isMerged);
    SortedSet<PublicKey> people = new TreeSet<>();
    people.add(thread.root().head().author());
    thread.revisions().all().forEach(one -> people.add(one.event().author()));
    thread.revisions().proposed().forEach(one -> people.add(one.event().author()));
    thread.reviews().verdicts().stream()
        .map(TalkEvent::head)
        .forEach(head -> people.add(head.author()));
    return TalkJson.of(
        new TalkJson.OneThread(
            ThreadRow.of(found.thread(), found.members(), isMerged),
            thread,
            found.isCut(),
            parts.names.names(people)));
  }

  /** Answers a request for a person. */
  public ApiAnswer person(ApiAddress.Person asked) {
    return parts
        .people
        .apply(asked.key())
        .map(facts -> document(PersonJson.of(facts)))
        .orElseGet(() -> ApiScope.notFound("nothing of this person is here"));
  }

  /** Answers a request for an event. */
  public ApiAnswer event(ApiAddress.SignedEvent asked) {
    return parts
        .served
        .apply(asked.id())
        .map(event -> document(EventAnswer.of(event, parts.pageOf.apply(event.id()))))
        .orElseGet(() -> ApiScope.notFound("no such event is served here"));
  }

  private ApiAnswer document(
      ApiAddress asked, HostedRepository repository, String json, Optional<ApiAddress> next) {
    String address = versions.of(ApiAddresses.write(asked), repository);
    return new ApiAnswer.Document(json, next, Optional.of(PageVersions.with(address, json)));
  }

  private static ApiAnswer document(String json) {
    return new ApiAnswer.Document(json, Optional.empty(), Optional.of(PageVersions.with("", json)));
  }
}
