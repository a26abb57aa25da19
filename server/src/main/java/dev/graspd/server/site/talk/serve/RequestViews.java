package dev.graspd.server.site.talk.serve;

import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.event.RootKind;
import dev.graspd.core.talk.thread.PatchSeries;
import dev.graspd.core.talk.thread.PullRevision;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.Belonging;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.Diffs;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.patch.Patches;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.Form;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.DiffNodes;
import dev.graspd.server.site.page.DiffView;
import dev.graspd.server.site.page.Parts;
import dev.graspd.server.site.serve.PageBudgets;
import dev.graspd.server.site.serve.SiteAnswer;
import dev.graspd.server.site.summary.RevisionNotes;
import dev.graspd.server.site.talk.EventText;
import dev.graspd.server.site.talk.InlineNotes;
import dev.graspd.server.site.talk.InlineSpot;
import dev.graspd.server.site.talk.OfferFacts;
import dev.graspd.server.site.talk.OfferNodes;
import dev.graspd.server.site.talk.SeriesNodes;
import dev.graspd.server.site.talk.TalkLinks;
import dev.graspd.server.site.talk.ThreadPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Pages of the code that a pull request or a patch series offers. For one thread. */
record RequestViews(Offers offers, TalkLinks links, TalkThread thread) {
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Shows parts of a page, or answers otherwise. */
  sealed interface View {
    record Content(List<Node> nodes) implements View {}

    record Other(SiteAnswer answer) implements View {}
  }

  private static View nothing() {
    return new View.Other(new SiteAnswer.NotFound());
  }

  View of(TalkView view) throws IOException {
    return switch (view) {
      case TalkView.Files(_, var form, var options) -> files(form, options);
      case TalkView.Offered _ -> commits();
      case TalkView.OneCommit(_, var commit, var options) -> commit(view, commit, options);
      case TalkView.Revised(_, var from, var to, var options) -> revised(view, from, to, options);
      case TalkView.Listed _, TalkView.News _, TalkView.AllNews _, TalkView.Conversation _ ->
          nothing();
    };
  }

  private List<Node> head(ThreadPage.Tab tab) {
    return new ArrayList<>(ThreadPage.head(links, thread, tab));
  }

  private boolean isPatch() {
    return thread.root().kind() == RootKind.PATCH;
  }

  // ---- all files

  private View files(Form form, DiffOptions options) throws IOException {
    return isPatch() ? series(form, options) : request(form, options);
  }

  private View series(Form form, DiffOptions options) {
    if (form == Form.PAGE) {
      List<Node> nodes = head(ThreadPage.Tab.FILES);
      nodes.addAll(SeriesNodes.files(links, thread, options));
      return new View.Content(nodes);
    }
    String mails =
        SeriesNodes.current(thread).map(PatchSeries::parts).orElse(List.of()).stream()
            .map(part -> part.content().endsWith("\n") ? part.content() : part.content() + "\n")
            .collect(Collectors.joining());
    return new View.Other(new SiteAnswer.Document(TEXT, mails.getBytes(StandardCharsets.UTF_8)));
  }

  private View request(Form form, DiffOptions options) throws IOException {
    OfferFacts offer = offers.of(thread);
    if (!(offer instanceof OfferFacts.Here here)) {
      return form == Form.PAGE ? new View.Content(without(offer)) : nothing();
    }
    Patches patches =
        new Patches(offers.code(), how(options), Patches.BYTES_MAX, offers.budgets().patch());
    return switch (form) {
      case PAGE -> new View.Content(filesPage(here, options));
      case DIFF -> document(patches.diff(here.base(), here.tip()));
      case PATCH -> document(patches.series(withoutMerges(here)));
    };
  }

  private List<Node> without(OfferFacts offer) {
    List<Node> nodes = head(ThreadPage.Tab.FILES);
    nodes.addAll(OfferNodes.compared(links, offer));
    return nodes;
  }

  private List<Node> filesPage(OfferFacts.Here here, DiffOptions options) throws IOException {
    List<Node> nodes = without(here);
    nodes.addAll(banner(here));
    DiffPage diff = diff(here.base(), here.tip(), options);
    Map<EventId, InlineSpot> spots = new InlineSpots(offers, here.tip()).of(thread);
    InlineNotes notes = new InlineNotes(links, thread, spots, diff);
    RepositoryView view =
        new RepositoryView.Talk(new TalkView.Files(thread.root().id().hex(), Form.PAGE, options));
    nodes.addAll(DiffNodes.of(diff, new DiffView(links.code(), view, options), notes));
    nodes.addAll(notes.rest());
    return nodes;
  }

  /** Commits that only a pull request offers are not the repository's (W-5). */
  private List<Node> banner(OfferFacts.Here here) {
    if (!(here.belonging() instanceof Belonging.Offered(var event))) {
      return List.of();
    }
    Optional<PublicKey> author =
        thread.revisions().all().stream()
            .map(PullRevision::event)
            .filter(one -> one.id().equals(event))
            .map(EventHead::author)
            .findFirst();
    return List.of(RevisionNotes.offer(links.code(), event, author));
  }

  private static View document(Outcome<byte[]> written) {
    return new View.Other(
        written instanceof Outcome.Found<byte[]>(var bytes)
            ? new SiteAnswer.Document(TEXT, bytes)
            : new SiteAnswer.TooLarge(
                "git clone the repository, then use git diff or git format-patch"));
  }

  private List<Oid> withoutMerges(OfferFacts.Here here) throws IOException {
    List<Oid> series = new ArrayList<>();
    List<Oid> commits = here.isMerged() ? List.of(here.tip()) : here.commits().reversed();
    if (commits.size() > Patches.COMMITS_MAX) {
      return commits;
    }
    for (Oid commit : commits) {
      if (offers.code().commit(commit).parents().size() <= 1) {
        series.add(commit);
      }
    }
    return series;
  }

  private DiffPage diff(Optional<Oid> before, Oid after, DiffOptions options) throws IOException {
    DiffLimits limits = options.path().isEmpty() ? DiffLimits.DEFAULT : DiffLimits.OF_PATH;
    return offers.code().diff(before, after, how(options), limits, offers.budgets().diff());
  }

  private static Diffs.Options how(DiffOptions options) {
    return new Diffs.Options(
        new TreePath(options.path()),
        options.context(),
        options.space() == DiffOptions.Space.IGNORE);
  }

  // ---- commits

  private View commits() throws IOException {
    if (isPatch()) {
      return nothing();
    }
    OfferFacts offer = offers.of(thread);
    List<Node> nodes = head(ThreadPage.Tab.COMMITS);
    nodes.addAll(OfferNodes.compared(links, offer));
    if (offer instanceof OfferFacts.Here here && !here.commits().isEmpty()) {
      List<CommitFacts> commits = new ArrayList<>();
      int shown = Math.min(here.commits().size(), PageBudgets.COMPARE_COMMITS);
      for (Oid commit : here.commits().subList(0, shown)) {
        commits.add(offers.code().commit(commit));
      }
      nodes.add(OfferNodes.commits(links, thread, commits));
      if (shown < here.commits().size()) {
        nodes.add(
            Parts.note(
                "These are the newest %d of %d commits. Clone the repository to see all."
                    .formatted(shown, here.commits().size())));
      }
    }
    return new View.Content(nodes);
  }

  private View commit(TalkView view, Oid asked, DiffOptions options) throws IOException {
    if (isPatch()
        || !(offers.of(thread) instanceof OfferFacts.Here here)
        || !here.commits().contains(asked)) {
      return nothing();
    }
    CommitFacts commit = offers.code().commit(asked);
    List<Node> nodes = head(ThreadPage.Tab.COMMITS);
    nodes.addAll(banner(here));
    nodes.add(element(Tag.P, text("Commit "), Parts.shortId(links.code(), asked)));
    nodes.add(EventText.plain(commit.message()));
    nodes.addAll(
        DiffNodes.of(
            diff(commit.parents().stream().findFirst(), asked, options),
            new DiffView(links.code(), new RepositoryView.Talk(view), options),
            DiffNodes.LineNotes.NONE));
    return new View.Content(nodes);
  }

  // ---- revisions

  private View revised(TalkView view, int from, int to, DiffOptions options) throws IOException {
    List<PullRevision> all = thread.revisions().all();
    if (isPatch() || from > all.size() || to > all.size()) {
      return nothing();
    }
    List<Node> nodes = head(ThreadPage.Tab.FILES);
    Optional<Oid> before = tip(all.get(from - 1));
    Optional<Oid> after = tip(all.get(to - 1));
    nodes.add(
        element(
            Tag.P,
            text(
                "From revision %d to revision %d, compared directly: what the target branch has brought is in it, too."
                    .formatted(from, to))));
    if (before.isEmpty() || after.isEmpty()) {
      nodes.add(Parts.note("The commit of one of them is not here."));
      return new View.Content(nodes);
    }
    nodes.addAll(
        DiffNodes.of(
            diff(before, after.get(), options),
            new DiffView(links.code(), new RepositoryView.Talk(view), options),
            DiffNodes.LineNotes.NONE));
    return new View.Content(nodes);
  }

  private Optional<Oid> tip(PullRevision revision) throws IOException {
    Optional<Oid> commit = revision.offer().request().commit();
    return commit.isPresent() && offers.belongs(commit.get()) instanceof Outcome.Found<Oid>
        ? commit
        : Optional.empty();
  }
}
