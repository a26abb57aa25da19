package dev.graspd.server.site.talk.serve;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.list.Listing;
import dev.graspd.core.talk.list.RowFilter;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.core.talk.thread.State;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.address.TalkView.Choice;
import dev.graspd.server.site.meta.Alternate;
import dev.graspd.server.site.meta.RepositoryHead.Shown;
import dev.graspd.server.site.page.CodeLinks;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.SiteService;
import dev.graspd.server.site.talk.TalkLinks;
import dev.graspd.server.site.talk.ThreadListPage;
import dev.graspd.server.talk.ThreadList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Lists of threads of one repository. For one thread. */
record ListViews(TalkSite.Parts parts, HostedRepository repository) {
  /** From so many open threads of strangers on, those of known people are shown first. */
  static final int STRANGERS_MAX = 50;

  SiteService.Prepared prepare(TalkView.Listed asked) {
    ThreadList list = parts.index().of(repository.address());
    ThreadListPage.Facts facts = facts(asked, list);
    SortedSet<PublicKey> people = new TreeSet<>();
    people.add(repository.address().owner());
    facts.page().rows().stream().map(ThreadRow::author).forEach(people::add);
    asked.choice().author().ifPresent(people::add);
    SortedMap<PublicKey, String> names = parts.names().names(people);
    return new SiteService.Prepared(
        facts + "\n" + names + "\n" + list.open(), () -> made(asked, list, facts, names));
  }

  private static ThreadListPage.Facts facts(TalkView.Listed asked, ThreadList list) {
    Choice choice = asked.choice();
    RowFilter all =
        new RowFilter(
            asked.section(),
            choice.states(),
            choice.label(),
            choice.author(),
            choice.text(),
            Optional.empty());
    int strangers = strangers(asked, list);
    boolean onlyKnown =
        switch (choice.from()) {
          case KNOWN -> true;
          case ALL -> false;
          case USUAL -> strangers > STRANGERS_MAX && choice.author().isEmpty();
        };
    RowFilter filter =
        onlyKnown
            ? new RowFilter(
                all.section(),
                all.states(),
                all.label(),
                all.author(),
                all.text(),
                Optional.of(list.known()))
            : all;
    Listing listing = list.listing();
    Listing.Page page =
        choice
            .cursor()
            .map(cursor -> listing.after(cursor, filter, Listing.PAGE))
            .orElseGet(() -> listing.first(filter, choice.sort(), Listing.PAGE));
    return new ThreadListPage.Facts(
        asked.section(),
        choice,
        onlyKnown,
        strangers,
        listing.counts(filter),
        page,
        list.isCut(),
        list.isCompared());
  }

  private static int strangers(TalkView.Listed asked, ThreadList list) {
    RowFilter open = RowFilter.all(asked.section()).with(States.OPEN);
    RowFilter known =
        new RowFilter(
            open.section(),
            open.states(),
            open.label(),
            open.author(),
            open.text(),
            Optional.of(list.known()));
    return list.listing().counts(open).getOrDefault(State.OPEN, 0)
        - list.listing().counts(known).getOrDefault(State.OPEN, 0);
  }

  private CodeSite.Made made(
      TalkView.Listed asked,
      ThreadList list,
      ThreadListPage.Facts facts,
      SortedMap<PublicKey, String> names) {
    CodeLinks code = new CodeLinks(parts.frame().base(), repository.address(), names);
    RepositoryView view = new RepositoryView.Talk(asked);
    String title = ThreadListPage.title(asked.section());
    Alternate news =
        new Alternate(code.to(new TalkView.News(asked.section())), Alternate.ATOM, title);
    boolean isIndexed = asked.choice().equals(Choice.USUAL);
    return new TalkFrame(parts.frame(), code, repository.refs())
        .page(
            asked.section(),
            list.open(),
            new Shown(view, title).withMore(List.of(news)),
            isIndexed,
            ThreadListPage.of(new TalkLinks(code), facts));
  }
}
