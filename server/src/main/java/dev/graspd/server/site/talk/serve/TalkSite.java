package dev.graspd.server.site.talk.serve;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.store.query.Arrival;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkReader;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.meta.PageHead;
import dev.graspd.server.site.page.SiteFrame;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.server.site.serve.SiteService;
import dev.graspd.server.site.talk.EventPage;
import dev.graspd.server.talk.NameBook;
import dev.graspd.server.talk.TalkIndex;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The pages of issues, pull requests and patches of all repositories. Thread-safe. */
public final class TalkSite implements SiteService.TalkPages {
  /**
   * What pages are made from.
   *
   * @param served an event that the relay serves
   * @param arrival when such an event came here
   * @param isHosted whether a repository has pages
   * @param relay the URL for Nostr clients
   * @param code what is new in the code of a repository
   * @param nostrUrl the URL of a repository for git with ngit
   */
  public record Parts(
      TalkIndex index,
      NameBook names,
      Function<EventId, Optional<Event>> served,
      Function<EventId, Optional<Arrival>> arrival,
      Predicate<RepoAddress> isHosted,
      ObjectStores stores,
      Function<HostedRepository, CodeSite.News> code,
      SiteFrame frame,
      String relay,
      Function<RepoAddress, String> nostrUrl,
      LongSupplier nanoTime) {}

  private static final int TITLE_DIGITS = 12;

  private final Parts parts;

  public TalkSite(Parts parts) {
    this.parts = parts;
  }

  @Override
  public SiteService.Prepared prepare(TalkView view, HostedRepository repository) {
    return switch (view) {
      case TalkView.Listed listed -> new ListViews(parts, repository).prepare(listed);
      case TalkView.News news -> new NewsFeed(parts, repository).prepare(news);
      case TalkView.AllNews all -> new NewsFeed(parts, repository).prepare(all);
      case TalkView.Conversation one ->
          new ThreadViews(parts, repository).prepare(view, one.event());
      case TalkView.Files files -> new ThreadViews(parts, repository).prepare(view, files.event());
      case TalkView.Offered offered ->
          new ThreadViews(parts, repository).prepare(view, offered.event());
      case TalkView.OneCommit commit ->
          new ThreadViews(parts, repository).prepare(view, commit.event());
      case TalkView.Revised revised ->
          new ThreadViews(parts, repository).prepare(view, revised.event());
    };
  }

  /** Returns the page of a served event: its thread if it begins one, otherwise itself. */
  public Optional<SiteAddress> pageOf(EventId id) {
    return parts
        .served
        .apply(id)
        .map(event -> threadOf(event).orElseGet(() -> new SiteAddress.SignedEvent(id)));
  }

  /** Returns the thread that an event begins, or that its series begins, in a repository here. */
  Optional<SiteAddress> threadOf(Event event) {
    return TalkReader.read(event)
        .filter(Root.class::isInstance)
        .map(Root.class::cast)
        .flatMap(root ->
            root.repositories().stream()
                .filter(parts.isHosted)
                .flatMap(repository -> threadOf(root, repository).stream())
                .findFirst());
  }

  /** A later patch of a series is in the thread of the first one. */
  private Optional<SiteAddress> threadOf(Root root, RepoAddress repository) {
    return parts
        .index
        .beginning(repository, root.id())
        .filter(beginning -> parts.index.thread(repository, beginning).isPresent())
        .map(beginning ->
            new SiteAddress.OfRepository(
                repository,
                new RepositoryView.Talk(
                    new TalkView.Conversation(
                        root.kind().bringsCommits() ? Section.PULL_REQUESTS : Section.ISSUES,
                        beginning.hex()))));
  }

  @Override
  public Optional<String> event(EventId id) {
    return parts.served.apply(id).map(this::page);
  }

  private String page(Event event) {
    String name = "Event " + event.id().hex().substring(0, TITLE_DIGITS);
    SiteFrame frame = parts.frame;
    Optional<Link> shownAt =
        shownAt(event).map(there -> new Link(frame.base() + Addresses.write(there)));
    PageHead head =
        new PageHead(
            new SiteAddress.SignedEvent(event.id()),
            name,
            "A Nostr event of kind %d, as it was signed".formatted(event.kind()),
            event.author(),
            List.of());
    return frame.page(
        name,
        false,
        head.nodes(frame.forPrograms()),
        EventPage.of(
            event,
            parts.names.of(event.author()).name(),
            parts.arrival.apply(event.id()),
            shownAt,
            parts.relay));
  }

  /** Returns the thread that an event belongs to, or its repository. */
  private Optional<SiteAddress> shownAt(Event event) {
    Optional<SiteAddress> begun = threadOf(event);
    return begun.isPresent()
        ? begun
        : TalkReader.read(event).stream()
            .flatMap(read -> read.names().stream())
            .flatMap(root -> parts.served.apply(root).stream())
            .flatMap(root -> threadOf(root).stream())
            .findFirst()
            .or(() -> repositoryOf(event));
  }

  private Optional<SiteAddress> repositoryOf(Event event) {
    return Identifier.ofRepositoryEvent(event)
        .map(identifier -> new RepoAddress(event.author(), identifier))
        .filter(parts.isHosted)
        .map(repository -> new SiteAddress.OfRepository(repository, new RepositoryView.Summary()));
  }

  /** An answer that depends on nothing more. */
  static SiteService.Prepared only(SiteAnswer answer) {
    return new SiteService.Prepared("", () -> new CodeSite.Made(answer, true));
  }
}
