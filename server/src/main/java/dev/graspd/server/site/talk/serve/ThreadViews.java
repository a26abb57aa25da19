package dev.graspd.server.site.talk.serve;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.talk.thread.Timeline;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.PageBudgets;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.server.site.serve.SiteService;
import dev.graspd.server.site.talk.InlineSpot;
import dev.graspd.server.site.talk.OfferFacts;
import dev.graspd.server.site.talk.OfferNodes;
import dev.graspd.server.site.talk.SeriesNodes;
import dev.graspd.server.site.talk.TalkLinks;
import dev.graspd.server.site.talk.ThreadPage;
import dev.graspd.server.talk.TalkIndex;
import dev.graspd.server.talk.ThreadList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Threads of one repository. For one thread. */
record ThreadViews(TalkSite.Parts parts, HostedRepository repository) {
  private static final int ID_DIGITS = 64;

  /** What a page of a thread is made from. */
  record Read(
      TalkView view,
      TalkIndex.Found found,
      TalkThread thread,
      SortedMap<PublicKey, String> names,
      ThreadList.Counts open) {
    /** The default branch has the tip of the pull request. */
    Read mergedByContent() {
      return new Read(
          view, found, TalkThread.of(found.thread(), found.members(), true), names, open);
    }

    /** All that the page depends on beside refs and its address (W-95). */
    String facts() {
      StringBuilder facts = new StringBuilder();
      facts.append(thread.root().id());
      found.thread().others().forEach(event -> facts.append(' ').append(event.id()));
      return facts
          .append('\n')
          .append(found.members())
          .append(found.isCut())
          .append('\n')
          .append(names)
          .append(open)
          .toString();
    }
  }

  SiteService.Prepared prepare(TalkView view, String event) {
    if (event.length() < ID_DIGITS) {
      return TalkSite.only(whole(view, event));
    }
    EventId root = EventId.parse(event);
    Optional<EventId> beginning = parts.index().beginning(repository.address(), root);
    if (beginning.isPresent() && !beginning.get().equals(root)) {
      return TalkSite.only(moved(named(view, beginning.get().hex())));
    }
    Optional<TalkIndex.Found> found = parts.index().thread(repository.address(), root);
    if (found.isEmpty()) {
      return TalkSite.only(new SiteAnswer.NotFound());
    }
    Section section =
        found.get().thread().root().kind().bringsCommits() ? Section.PULL_REQUESTS : Section.ISSUES;
    if (section != view.section()) {
      return TalkSite.only(
          view instanceof TalkView.Conversation(_, _, var page)
              ? moved(new TalkView.Conversation(section, event, page))
              : new SiteAnswer.NotFound());
    }
    Read read = read(view, found.get());
    return new SiteService.Prepared(read.facts(), () -> made(read));
  }

  // ---- short ids

  private SiteAnswer whole(TalkView view, String prefix) {
    int left = ID_DIGITS - prefix.length();
    SortedSet<EventId> roots =
        parts
            .index()
            .of(repository.address())
            .roots()
            .tailSet(EventId.parse(prefix + "0".repeat(left)));
    List<EventId> same =
        roots.stream().takeWhile(id -> id.hex().startsWith(prefix)).limit(2).toList();
    return same.size() == 1 ? moved(named(view, same.getFirst().hex())) : new SiteAnswer.NotFound();
  }

  private static TalkView named(TalkView view, String event) {
    return switch (view) {
      case TalkView.Listed _, TalkView.News _, TalkView.AllNews _ -> view;
      case TalkView.Conversation(var section, _, var page) ->
          new TalkView.Conversation(section, event, page);
      case TalkView.Files(_, var form, var options) -> new TalkView.Files(event, form, options);
      case TalkView.Offered _ -> new TalkView.Offered(event);
      case TalkView.OneCommit(_, var commit, var options) ->
          new TalkView.OneCommit(event, commit, options);
      case TalkView.Revised(_, var from, var to, var options) ->
          new TalkView.Revised(event, from, to, options);
    };
  }

  private SiteAnswer moved(TalkView view) {
    return new SiteAnswer.Moved(
        new SiteAddress.OfRepository(repository.address(), new RepositoryView.Talk(view)));
  }

  // ---- threads

  private Read read(TalkView view, TalkIndex.Found found) {
    TalkThread thread = TalkThread.of(found.thread(), found.members(), false);
    ThreadList.Counts open = parts.index().of(repository.address()).open();
    return new Read(view, found, thread, parts.names().names(people(view, thread)), open);
  }

  /** The people that a page names. */
  private SortedSet<PublicKey> people(TalkView view, TalkThread thread) {
    SortedSet<PublicKey> people = new TreeSet<>();
    people.add(repository.address().owner());
    people.add(thread.root().head().author());
    thread.status().decidedBy().map(EventHead::author).ifPresent(people::add);
    thread.cover().ifPresent(note -> people.add(note.head().author()));
    if (view instanceof TalkView.Conversation(_, _, var page)) {
      thread.timeline().page(page).forEach(entry -> people.add(entry.event().head().author()));
    }
    thread.inline().stream()
        .limit(Timeline.PAGE_MAX)
        .forEach(comment -> people.add(comment.head().author()));
    return people;
  }

  private CodeSite.Made made(Read read) {
    return switch (read.view) {
      case TalkView.Conversation one -> conversation(read, one);
      case TalkView.Files _,
          TalkView.Offered _,
          TalkView.OneCommit _,
          TalkView.Revised _,
          TalkView.News _,
          TalkView.AllNews _,
          TalkView.Listed _ ->
          withCode(read, this::request);
    };
  }

  private CodeSite.Made conversation(Read read, TalkView.Conversation asked) {
    if (asked.page() > read.thread.timeline().pages()) {
      return new CodeSite.Made(new SiteAnswer.NotFound(), true);
    }
    return switch (read.thread.root().kind()) {
      case ISSUE -> page(read, conversation(read, asked, new TreeMap<>(), List.of()), true);
      case PATCH ->
          page(
              read,
              conversation(
                  read, asked, new TreeMap<>(), SeriesNodes.list(links(read), read.thread)),
              true);
      case PULL_REQUEST -> withCode(read, (one, offers) -> offered(one, asked, offers));
    };
  }

  private List<Node> conversation(
      Read read,
      TalkView.Conversation asked,
      SortedMap<EventId, InlineSpot> spots,
      List<Node> offer) {
    return ThreadPage.of(
        links(read),
        new ThreadPage.Facts(
            read.thread, asked.page(), read.found.isCut(), spots, offer, share(read.thread)));
  }

  private TalkLinks links(Read read) {
    return new TalkLinks(new CodeLinks(parts.frame().base(), repository.address(), read.names));
  }

  private CodeSite.Made page(Read read, List<Node> content, boolean isWhole) {
    boolean isIndexed = read.view instanceof TalkView.Conversation(_, _, var page) && page == 1;
    return new TalkFrame(parts.frame(), links(read).code(), repository.refs())
        .page(read.view.section(), read.open, shown(read), isIndexed, content, isWhole);
  }

  // ---- with code

  @FunctionalInterface
  private interface CodeView {
    RequestViews.View of(Read read, Offers offers) throws IOException;
  }

  private CodeSite.Made withCode(Read read, CodeView view) {
    PageBudgets budgets = new PageBudgets(parts.nanoTime());
    try (CodeReader code = CodeReader.open(parts.stores(), repository)) {
      Offers offers = new Offers(code, budgets);
      boolean isMerged =
          read.thread.root().kind() == RootKind.PULL_REQUEST && offers.isMerged(read.thread);
      Read now = isMerged ? read.mergedByContent() : read;
      return switch (view.of(now, offers)) {
        case RequestViews.View.Content(var nodes) -> page(now, nodes, !budgets.isAnyUsedUp());
        case RequestViews.View.Other(var answer) ->
            new CodeSite.Made(answer, !budgets.isAnyUsedUp());
      };
    } catch (IOException e) {
      if (CodeReader.isOfLostData(e)) {
        return new CodeSite.Made(new SiteAnswer.Lost(), false);
      }
      throw new UncheckedIOException(e);
    }
  }

  private RequestViews.View request(Read read, Offers offers) throws IOException {
    return new RequestViews(offers, links(read), read.thread).of(read.view);
  }

  private RequestViews.View offered(Read read, TalkView.Conversation asked, Offers offers)
      throws IOException {
    OfferFacts offer = offers.of(read.thread);
    SortedMap<EventId, InlineSpot> spots =
        offer instanceof OfferFacts.Here here
            ? new InlineSpots(offers, here.tip()).of(read.thread)
            : new TreeMap<>();
    return new RequestViews.View.Content(
        conversation(read, asked, spots, OfferNodes.of(links(read), read.thread, offer)));
  }

  private static Shown shown(Read read) {
    return new Shown(new RepositoryView.Talk(read.view), ThreadPage.title(read.thread))
        .withDescription(Html.cut(read.thread.root().content().strip(), 300));
  }

  /** Where others find the thread: this relay is the hint. */
  private ThreadPage.Share share(TalkThread thread) {
    String nevent = Nip19.nevent(thread.root().head(), parts.relay());
    String origin = parts.frame().origin();
    String place =
        "https://gitworkshop.dev/%s/%s/%s/%s/%s"
            .formatted(
                Bech32.npub(repository.address().owner()),
                ServiceAddress.segment(origin.substring(origin.indexOf("://") + 3)),
                ServiceAddress.segment(repository.address().identifier().text()),
                thread.root().kind().bringsCommits() ? "prs" : "issues",
                nevent);
    return new ThreadPage.Share(
        nevent, new Link(place, false), parts.nostrUrl().apply(repository.address()));
  }
}
