package dev.graspd.server.site.talk;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.talk.thread.PullRevision;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.TalkView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.page.Parts;
import java.util.ArrayList;
import java.util.List;

/** The offer of a pull request: revisions, base, commits (W-44). */
public final class OfferNodes {
  private static final int URLS_SHOWN = 10;
  private static final int REVISIONS_SHOWN = 100;
  private static final int SUBJECT_SHOWN = 200;
  private static final int ID_SHOWN = 10;

  private OfferNodes() {}

  /** The part of the conversation that says what is offered. */
  public static List<Node> of(TalkLinks links, TalkThread thread, OfferFacts offer) {
    List<Node> parts = new ArrayList<>();
    List<Node> content = new ArrayList<>(compared(links, offer));
    content.add(revisions(links, thread));
    parts.add(classed(Tag.SECTION, "offer", content));
    return parts;
  }

  /** Says what is compared with what, or what is missing. */
  public static List<Node> compared(TalkLinks links, OfferFacts offer) {
    return switch (offer) {
      case OfferFacts.Here here -> here(links, here);
      case OfferFacts.Missing missing -> missing(missing);
      case OfferFacts.TooMuch() ->
          List.of(
              Parts.note(
                  "It takes too long to find out how these commits belong to the repository."
                      + " Clone it to see them."));
    };
  }

  private static List<Node> here(TalkLinks links, OfferFacts.Here here) {
    List<Node> words = new ArrayList<>();
    if (here.isMerged()) {
      words.add(foreign(here.target()));
      words.add(text(" has commit "));
      words.add(Parts.shortId(links.code(), here.tip()));
      words.add(text(". "));
    } else {
      int count = here.commits().size();
      words.add(text(count + (count == 1 ? " commit" : " commits") + " up to "));
      words.add(Parts.shortId(links.code(), here.tip()));
      words.add(text(" for "));
      words.add(foreign(here.target()));
      words.add(text(". "));
    }
    here.base()
        .ifPresentOrElse(
            base -> {
              words.add(text("Compared from "));
              words.add(Parts.shortId(links.code(), base));
              words.add(text(here.isMerged() ? ". " : ", their merge base. "));
            },
            () -> words.add(text("Both share no history: they are compared directly. ")));
    here.claimed()
        .filter(claim -> !here.base().filter(claim::equals).isPresent())
        .ifPresent(claim -> {
          words.add(text("The event says "));
          words.add(Html.code(claim.hex().substring(0, ID_SHOWN)));
          words.add(text(", which is another one."));
        });
    return List.of(element(Tag.P, words));
  }

  private static List<Node> missing(OfferFacts.Missing missing) {
    List<Node> parts = new ArrayList<>();
    parts.add(
        classed(
            Tag.P,
            "banner",
            element(Tag.STRONG, text("The commits are not here. ")),
            text("This repository has no commit "),
            TimelineNodes.commit(missing.tip()),
            text(
                ", so there is no difference to show. As soon as a push or a fetch brings it, it"
                    + " is here.")));
    if (!missing.cloneUrls().isEmpty()) {
      parts.add(element(Tag.P, text("Its author says that it can be fetched from:")));
      parts.add(
          element(
              Tag.UL,
              missing.cloneUrls().stream()
                  .limit(URLS_SHOWN)
                  .map(url -> element(Tag.LI, element(Tag.CODE, foreign(Html.cut(url, 500)))))
                  .toList()));
    }
    return parts;
  }

  private static Node revisions(TalkLinks links, TalkThread thread) {
    List<Node> items = new ArrayList<>();
    String id = thread.root().id().hex();
    List<PullRevision> all = thread.revisions().all();
    for (PullRevision one : all.subList(Math.max(0, all.size() - REVISIONS_SHOWN), all.size())) {
      List<Node> words = new ArrayList<>();
      words.add(text("Revision " + one.number() + ": "));
      words.add(TimelineNodes.commit(one.offer().request().commit()));
      words.add(text(" by "));
      words.add(links.person(one.event().author()));
      words.add(text(", "));
      words.add(links.signed(one.event()));
      if (one.number() > 1) {
        words.add(text(" · "));
        words.add(
            link(
                links
                    .code()
                    .to(
                        new TalkView.Revised(
                            id, one.number() - 1, one.number(), DiffOptions.USUAL)),
                text("changed since revision " + (one.number() - 1))));
      }
      items.add(element(Tag.LI, words));
    }
    for (PullRevision one :
        thread.revisions().proposed().stream().limit(REVISIONS_SHOWN).toList()) {
      items.add(
          element(
              Tag.LI,
              text("Proposed by "),
              links.person(one.event().author()),
              text(", moves nothing: "),
              TimelineNodes.commit(one.offer().request().commit()),
              text(", "),
              links.signed(one.event())));
    }
    return classed(Tag.UL, "revisions", items);
  }

  /** Commits of a pull request, each with its own page there. */
  public static Node commits(TalkLinks links, TalkThread thread, List<CommitFacts> commits) {
    List<Node> items = new ArrayList<>();
    for (CommitFacts commit : commits) {
      String subject = commit.subject().isEmpty() ? "(no message)" : commit.subject();
      TalkView page =
          new TalkView.OneCommit(thread.root().id().hex(), commit.oid(), DiffOptions.USUAL);
      items.add(
          element(
              Tag.LI,
              link(links.code().to(page), foreign(Html.cut(subject, SUBJECT_SHOWN))),
              classed(
                  Tag.P,
                  "by",
                  foreign(Html.cut(commit.author().name(), SUBJECT_SHOWN)),
                  text(", "),
                  Parts.day(commit.committer().seconds()),
                  text(" "),
                  Parts.shortId(links.code(), commit.oid()))));
    }
    return classed(Tag.OL, "commits", items);
  }
}
