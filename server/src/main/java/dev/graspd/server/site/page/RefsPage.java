package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.SignedRefs;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.Revision;
import dev.graspd.server.git.browse.history.TagChain;
import dev.graspd.server.site.address.DiffOptions;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.RepositoryView.Format;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Link;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import dev.graspd.server.site.text.VersionOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** The pages of branches and tags (W-35). */
public final class RefsPage {
  /** The most rows of a page; git shows all refs. */
  public static final int ROWS_MAX = 1_000;

  private static final String HEADS = "refs/heads/";
  private static final String TAGS = "refs/tags/";
  private static final int SUBJECT_SHOWN = 120;

  /**
   * What is known of a branch.
   *
   * @param difference to HEAD; empty if there is no HEAD, or it took too long to find out
   */
  public record Branch(CommitFacts tip, Optional<Difference> difference) {}

  /** Commits that only a branch has, and those that only HEAD has. */
  public record Difference(int ahead, int behind) {}

  /**
   * What is known of a tag.
   *
   * @param commit that it leads to, if it has no message of its own
   */
  public record Tagged(TagChain chain, Optional<CommitFacts> commit) {}

  private RefsPage() {}

  /** Returns the names of the branches in the order in which they are shown: HEAD is the first. */
  public static List<RefName> branches(Refs refs) {
    Comparator<RefName> headFirst =
        Comparator.comparing(ref -> refs.head().filter(ref::equals).isEmpty());
    return refs.values().keySet().stream()
        .filter(RefName::isHead)
        .sorted(headFirst.thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** Returns the names of the tags in the order in which they are shown: the newest version. */
  public static List<RefName> tags(Refs refs) {
    return refs.values().keySet().stream()
        .filter(RefName::isTag)
        .sorted(Comparator.comparing(RefName::text, VersionOrder.OLDEST_FIRST).reversed())
        .toList();
  }

  /**
   * The page of branches.
   *
   * @param known what was found out in time
   */
  public static List<Node> branches(
      CodeLinks links, Refs refs, SignedRefs signed, SortedMap<RefName, Branch> known) {
    List<RefName> all = branches(refs);
    if (all.isEmpty()) {
      return List.of(Parts.note("There are no branches."));
    }
    List<Node> rows = new ArrayList<>();
    for (RefName ref : all.subList(0, Math.min(all.size(), ROWS_MAX))) {
      Node signature = signature(links, refs, signed, ref);
      rows.add(branch(links, refs, ref, signature, Optional.ofNullable(known.get(ref))));
    }
    List<Node> parts = new ArrayList<>();
    String head = refs.head().map(RefsPage::shortName).orElse("");
    parts.add(ComparePage.form(links, head, ""));
    parts.add(
        table(List.of("Branch", "Newest commit", "Date", "Signed", "Difference to HEAD"), rows));
    long compared = known.values().stream().filter(one -> one.difference.isPresent()).count();
    if (compared < rows.size()) {
      parts.add(
          Parts.note(
              "Some branches are not compared with HEAD: there is none, or it took too long."));
    }
    more(all.size()).ifPresent(parts::add);
    return parts;
  }

  private static Node branch(
      CodeLinks links, Refs refs, RefName ref, Node signature, Optional<Branch> known) {
    boolean isHead = refs.head().filter(ref::equals).isPresent();
    String revision = revision(refs, ref);
    List<Node> difference =
        known
            .flatMap(Branch::difference)
            .filter(_ -> !isHead)
            .map(one -> difference(links, revision, one))
            .orElse(List.of());
    return row(
        List.of(
            List.of(
                link(links.tree(revision, TreePath.ROOT), foreign(shortName(ref))),
                text(isHead ? " (default)" : ""),
                text(" "),
                link(links.commits(revision, TreePath.ROOT), text("Commits"))),
            known
                .map(one -> List.of(Parts.subject(links, one.tip)))
                .orElseGet(() -> List.of(id(refs.values(), ref))),
            known.map(one -> List.of(Parts.day(one.tip.committer().seconds()))).orElse(List.of()),
            List.of(signature),
            difference));
  }

  private static List<Node> difference(CodeLinks links, String revision, Difference difference) {
    RepositoryView compared =
        new RepositoryView.Compare(
            "HEAD", revision, true, RepositoryView.Form.PAGE, DiffOptions.USUAL);
    String words = difference.ahead + " ahead, " + difference.behind + " behind";
    return List.of(link(links.to(compared), text(words)));
  }

  /**
   * The page of tags.
   *
   * @param known what was found out in time
   */
  public static List<Node> tags(
      CodeLinks links, Refs refs, SignedRefs signed, SortedMap<RefName, Tagged> known) {
    List<RefName> all = tags(refs);
    if (all.isEmpty()) {
      return List.of(Parts.note("There are no tags."));
    }
    List<Node> rows = new ArrayList<>();
    for (RefName ref : all.subList(0, Math.min(all.size(), ROWS_MAX))) {
      Node signature = signature(links, refs, signed, ref);
      rows.add(tag(links, refs, ref, signature, Optional.ofNullable(known.get(ref))));
    }
    List<Node> parts = new ArrayList<>();
    parts.add(
        table(
            List.of(
                "Tag",
                "Message",
                "Date",
                "Signed",
                "Signature in it, not checked",
                "Object",
                "Download"),
            rows));
    if (known.size() < rows.size()) {
      parts.add(Parts.note("Some tags are only named: it took too long to read all of them."));
    }
    more(all.size()).ifPresent(parts::add);
    return parts;
  }

  private static Node tag(
      CodeLinks links, Refs refs, RefName ref, Node signature, Optional<Tagged> known) {
    var outer = known.flatMap(tagged -> tagged.chain.tags().stream().findFirst());
    var commit = known.flatMap(Tagged::commit);
    return row(
        List.of(
            List.of(
                link(links.to(new RepositoryView.Tag(shortName(ref))), foreign(shortName(ref)))),
            outer
                .map(tag -> foreign(Html.cut(tag.subject(), SUBJECT_SHOWN)))
                .or(() -> commit.map(one -> Parts.subject(links, one)))
                .map(List::of)
                .orElse(List.of()),
            outer
                .flatMap(tag -> tag.tagger())
                .or(() -> commit.map(CommitFacts::committer))
                .map(person -> List.of(Parts.day(person.seconds())))
                .orElse(List.of()),
            List.of(signature),
            outer.map(tag -> List.of(text(Parts.kind(tag.signature())))).orElse(List.of()),
            List.of(id(refs.values(), ref)),
            known
                .filter(tagged -> tagged.chain.target().kind() == Revision.Kind.COMMIT)
                .map(_ -> downloads(links, revision(refs, ref)))
                .orElse(List.of())));
  }

  /** The two forms that most people take; the page of the tag has all. */
  private static List<Node> downloads(CodeLinks links, String revision) {
    List<Node> parts = new ArrayList<>();
    for (Format format : List.of(Format.TAR_GZ, Format.ZIP)) {
      Link there = links.to(new RepositoryView.Download(revision, format));
      parts.add(link(there, text(format.ending().substring(1))));
      parts.add(text(" "));
    }
    return parts;
  }

  // ---- both

  /** Returns a name without its beginning. */
  public static String shortName(RefName ref) {
    return ref.text().substring((ref.isHead() ? HEADS : TAGS).length());
  }

  /** A branch and a tag of one name: only the whole name says which. */
  public static String revision(Refs refs, RefName ref) {
    String name = shortName(ref);
    boolean isShared =
        refs.values().containsKey(new RefName(HEADS + name))
            && refs.values().containsKey(new RefName(TAGS + name));
    return isShared ? ref.text() : name;
  }

  private static Node id(Map<RefName, Oid> values, RefName ref) {
    String hex = Optional.ofNullable(values.get(ref)).orElse(Oid.ZERO).hex();
    return Html.code(hex.substring(0, Parts.ID_SHOWN));
  }

  private static Node table(List<String> heads, List<Node> rows) {
    return classed(
        Tag.DIV,
        "scroll",
        classed(
            Tag.TABLE,
            "refs",
            Parts.caption(heads.getFirst().equals("Tag") ? "Tags" : "Branches"),
            element(
                Tag.THEAD,
                element(Tag.TR, heads.stream().map(head -> element(Tag.TH, text(head))).toList())),
            element(Tag.TBODY, rows)));
  }

  private static Node row(List<List<Node>> cells) {
    return element(Tag.TR, cells.stream().map(cell -> element(Tag.TD, cell)).toList());
  }

  /** Who has signed the value of a ref, and when; whether a newer state waits. */
  private static Node signature(CodeLinks links, Refs refs, SignedRefs signed, RefName ref) {
    Oid value = Optional.ofNullable(refs.values().get(ref)).orElse(Oid.ZERO);
    List<Node> parts = new ArrayList<>();
    parts.add(
        signed
            .signer(ref, value)
            .map(state ->
                signed(links, state, link(links.event(state.id()), Parts.day(state.createdAt()))))
            .orElse(text("unknown")));
    signed
        .waiting(ref, value)
        .ifPresent(state -> {
          parts.add(element(Tag.BR));
          parts.add(classed(Tag.SPAN, "waiting", text("signed, waiting")));
          parts.add(text(" "));
          // A held event is not served, so it has no page.
          parts.add(signed(links, state, Parts.day(state.createdAt())));
        });
    return element(Tag.SPAN, parts);
  }

  private static Node signed(CodeLinks links, EventHead state, Node when) {
    return element(Tag.SPAN, links.person(state.author()), text(" "), when);
  }

  private static Optional<Node> more(int total) {
    return total > ROWS_MAX
        ? Optional.of(Parts.note("and " + (total - ROWS_MAX) + " more, which git ls-remote shows"))
        : Optional.empty();
  }
}
