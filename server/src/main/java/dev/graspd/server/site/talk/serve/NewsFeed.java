package dev.graspd.server.site.talk.serve;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Nip19;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.talk.list.RowFilter;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.Sort;
import dev.graspd.core.talk.list.ThreadRow;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.feed.AtomFeed;
import dev.graspd.server.site.serve.CodeSite;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.server.site.serve.SiteService;
import dev.graspd.server.site.talk.EventText;
import dev.graspd.server.site.talk.ThreadListPage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The newest threads of a repository, as a feed (W-73). For one thread. */
record NewsFeed(TalkSite.Parts parts, HostedRepository repository) {
  /** How much text of one event an entry has, in characters. */
  private static final int TEXT_MAX = 20_000;

  SiteService.Prepared prepare(TalkView.News asked) {
    List<ThreadRow> rows = rows(asked.section());
    SortedMap<PublicKey, String> names =
        parts.names().names(rows.stream().map(ThreadRow::author).toList());
    return new SiteService.Prepared(
        rows + "\n" + names,
        () -> {
          byte[] xml = feed(asked, rows, names).xml().getBytes(StandardCharsets.UTF_8);
          return new CodeSite.Made(new SiteAnswer.Document(AtomFeed.TYPE, xml), true);
        });
  }

  private List<ThreadRow> rows(Section section) {
    return parts
        .index()
        .of(repository.address())
        .listing()
        .first(RowFilter.all(section), Sort.NEWEST, AtomFeed.ENTRIES_MAX)
        .rows();
  }

  /** Threads, commits and tags together. */
  SiteService.Prepared prepare(TalkView.AllNews asked) {
    List<ThreadRow> rows = new ArrayList<>(rows(Section.ISSUES));
    rows.addAll(rows(Section.PULL_REQUESTS));
    SortedMap<PublicKey, String> names =
        parts.names().names(rows.stream().map(ThreadRow::author).toList());
    return new SiteService.Prepared(
        rows + "\n" + names,
        () -> {
          CodeSite.News code = parts.code().apply(repository);
          byte[] xml = feed(asked, rows, names, code).xml().getBytes(StandardCharsets.UTF_8);
          return new CodeSite.Made(new SiteAnswer.Document(AtomFeed.TYPE, xml), code.isWhole());
        });
  }

  private AtomFeed feed(
      TalkView.AllNews asked,
      List<ThreadRow> rows,
      SortedMap<PublicKey, String> names,
      CodeSite.News code) {
    List<AtomFeed.Entry> entries = new ArrayList<>(code.entries());
    entries.addAll(entries(rows, names));
    entries.sort(
        Comparator.comparingLong(AtomFeed.Entry::seconds)
            .reversed()
            .thenComparing(AtomFeed.Entry::id));
    String name = repository.address().identifier().text();
    return new AtomFeed(
        parts.frame().tag(Bech32.npub(repository.address().owner()) + "/" + name + "/all"),
        "News of " + name,
        url(asked),
        parts
            .frame()
            .url(new SiteAddress.OfRepository(repository.address(), new RepositoryView.Summary())),
        entries.subList(0, Math.min(entries.size(), AtomFeed.ENTRIES_MAX)));
  }

  private List<AtomFeed.Entry> entries(List<ThreadRow> rows, SortedMap<PublicKey, String> names) {
    List<AtomFeed.Entry> entries = new ArrayList<>();
    for (ThreadRow row : rows) {
      parts.served().apply(row.id()).ifPresent(event -> entries.add(entry(row, event, names)));
    }
    return entries;
  }

  private AtomFeed feed(
      TalkView.News asked, List<ThreadRow> rows, SortedMap<PublicKey, String> names) {
    String repositoryName = repository.address().identifier().text();
    return new AtomFeed(
        parts
            .frame()
            .tag(
                Bech32.npub(repository.address().owner())
                    + "/"
                    + repositoryName
                    + (asked.section() == Section.ISSUES ? "/issues" : "/prs")),
        ThreadListPage.title(asked.section()) + " of " + repositoryName,
        url(asked),
        url(new TalkView.Listed(asked.section())),
        entries(rows, names));
  }

  private AtomFeed.Entry entry(ThreadRow row, Event event, SortedMap<PublicKey, String> names) {
    Section section = row.kind().bringsCommits() ? Section.PULL_REQUESTS : Section.ISSUES;
    String npub = Bech32.npub(row.author());
    String text = event.content();
    return new AtomFeed.Entry(
        "nostr:" + Nip19.nevent(event.head(), parts.relay()),
        row.title().isEmpty() ? "(no title)" : row.title(),
        url(new TalkView.Conversation(section, row.id().hex())),
        Optional.ofNullable(names.get(row.author())).map(name -> name + " ").orElse("") + npub,
        row.createdAt(),
        EventText.of(text.substring(0, Math.min(text.length(), TEXT_MAX))));
  }

  private String url(TalkView view) {
    return parts
        .frame()
        .url(new SiteAddress.OfRepository(repository.address(), new RepositoryView.Talk(view)));
  }
}
