package dev.graspd.server.site.page;

import static dev.graspd.server.site.html.Html.classed;
import static dev.graspd.server.site.html.Html.element;
import static dev.graspd.server.site.html.Html.foreign;
import static dev.graspd.server.site.html.Html.link;
import static dev.graspd.server.site.html.Html.text;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.ObjectSignature;
import dev.graspd.server.git.browse.link.Symlink;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.html.Html.Attribute;
import dev.graspd.server.site.html.Html.Element;
import dev.graspd.server.site.html.Html.Name;
import dev.graspd.server.site.html.Html.Node;
import dev.graspd.server.site.html.Html.Tag;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Parts that several pages have. */
public final class Parts {
  static final int ID_SHOWN = 10;
  private static final int NPUB_SHOWN = 12;
  private static final int SUBJECT_SHOWN = 200;
  private static final int NAME_SHOWN = 60;
  private static final int PERSON_SHOWN = 200;
  private static final int TARGET_SHOWN = 500;
  private static final int DAY_CHARS = "2026-11-19".length();

  /** Of a year with four digits; others are formatted apart. */
  private static final int EXACT_CHARS = "2026-11-19T12:34:56Z".length();

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Parts() {}

  /** The way from the root to a path, each directory as a link. */
  static Node crumbs(CodeLinks links, String revision, TreePath path) {
    List<Node> items = new ArrayList<>();
    items.add(
        element(
            Tag.LI,
            link(
                links.tree(revision, TreePath.ROOT),
                foreign(links.repository().identifier().text()))));
    TreePath at = TreePath.ROOT;
    for (TreeName name : path.names()) {
      at = at.child(name);
      boolean isLast = at.equals(path);
      Node shown = foreign(name.text());
      items.add(
          isLast
              ? new Element(
                  Tag.LI, List.of(new Attribute(Name.ARIA_CURRENT, "page")), List.of(shown))
              : element(Tag.LI, link(links.tree(revision, at), shown)));
    }
    return new Element(
        Tag.NAV,
        List.of(new Attribute(Name.CLASS, "crumbs"), new Attribute(Name.ARIA_LABEL, "Path")),
        List.of(element(Tag.OL, items)));
  }

  /** A key as people write it, short; the whole is in its title. */
  public static Node npub(PublicKey key) {
    return new Element(
        Tag.SPAN,
        List.of(new Attribute(Name.CLASS, "npub"), new Attribute(Name.TITLE, Bech32.npub(key))),
        List.of(text(shortNpub(key))));
  }

  /** Returns the beginning of a key as people write it. */
  public static String shortNpub(PublicKey key) {
    return Bech32.npub(key).substring(0, NPUB_SHOWN) + "…";
  }

  /** A person: the name that it gives itself always stands beside its key (W-3). */
  public static Node named(PublicKey key, Optional<String> name) {
    List<Node> nodes = new ArrayList<>();
    name.ifPresent(words -> {
      nodes.add(classed(Tag.SPAN, "name", foreign(words)));
      nodes.add(text(" "));
    });
    nodes.add(npub(key));
    return classed(Tag.SPAN, "person", nodes);
  }

  /**
   * A person by its name and key.
   *
   * @param names what people call themselves
   */
  public static Node named(PublicKey key, SortedMap<PublicKey, String> names) {
    return named(key, Optional.ofNullable(names.get(key)));
  }

  public static Node shortId(CodeLinks links, Oid commit) {
    return link(links.commit(commit), Html.code(commit.hex().substring(0, ID_SHOWN)));
  }

  static Node subject(CodeLinks links, CommitFacts commit) {
    return link(links.commit(commit.oid()), foreign(subject(commit)));
  }

  /** Both in one link, for pages that name very many commits. */
  static Node idAndSubject(CodeLinks links, CommitFacts commit) {
    return link(
        links.commit(commit.oid()),
        Html.code(commit.oid().hex().substring(0, ID_SHOWN)),
        text(" "),
        foreign(subject(commit)));
  }

  private static String subject(CommitFacts commit) {
    String subject = commit.subject();
    return subject.isEmpty() ? "(no message)" : Html.cut(subject, SUBJECT_SHOWN);
  }

  /** A commit in one line, with its author as it claims. */
  static Node newest(CodeLinks links, CommitFacts commit) {
    return classed(
        Tag.P,
        "newest",
        subject(links, commit),
        classed(
            Tag.SPAN,
            "by",
            foreign(Html.cut(commit.author().name(), NAME_SHOWN)),
            text(" "),
            day(commit.committer().seconds()),
            text(" "),
            shortId(links, commit.oid())));
  }

  /** A day, with the exact time for those who ask; never relative to now. */
  public static Node day(long seconds) {
    try {
      Instant at = Instant.ofEpochSecond(seconds);
      String exact = at.toString();
      return exact.length() == EXACT_CHARS
          ? day(
              exact,
              exact.substring(0, DAY_CHARS)
                  + " "
                  + exact.substring(DAY_CHARS + 1, EXACT_CHARS - 1)
                  + " UTC",
              exact.substring(0, DAY_CHARS))
          : day(exact, Html.time(at), DAY.format(at));
    } catch (DateTimeException _) {
      return text("at no time");
    }
  }

  private static Node day(String exact, String words, String day) {
    return new Element(
        Tag.TIME,
        List.of(new Attribute(Name.DATETIME, exact), new Attribute(Name.TITLE, words)),
        List.of(text(day)));
  }

  /** A person as a commit or a tag claims it, with the exact time. */
  static Node person(CommitFacts.Person person) {
    return element(
        Tag.SPAN,
        foreign(Html.cut(person.name(), PERSON_SHOWN)),
        text(" <"),
        foreign(Html.cut(person.email(), PERSON_SHOWN)),
        text(">, "),
        day(person.seconds()));
  }

  /** The kind of a signature, for a table. */
  static String kind(ObjectSignature signature) {
    return switch (signature) {
      case PGP -> "PGP";
      case SSH -> "SSH";
      case X509 -> "X.509";
      case NONE -> "none";
      case OTHER -> "unknown kind";
    };
  }

  /** A signature, which nobody has checked here. */
  static String words(ObjectSignature signature) {
    String kind =
        switch (signature) {
          case PGP -> "a PGP signature";
          case SSH -> "an SSH signature";
          case X509 -> "an X.509 signature";
          case NONE -> "no signature";
          case OTHER -> "a signature of an unknown kind";
        };
    return signature == ObjectSignature.NONE
        ? "carries " + kind
        : "carries " + kind + ", not checked here";
  }

  /** A list of commits, each with the refs that name it. */
  public static Node commits(
      CodeLinks links, List<CommitFacts> commits, Map<Oid, List<String>> names) {
    List<Node> items = new ArrayList<>();
    for (CommitFacts commit : commits) {
      List<Node> by = new ArrayList<>();
      by.add(foreign(Html.cut(commit.author().name(), NAME_SHOWN)));
      by.add(text(", "));
      by.add(day(commit.committer().seconds()));
      by.add(text(" "));
      by.add(shortId(links, commit.oid()));
      for (String name : names.getOrDefault(commit.oid(), List.of())) {
        by.add(text(" "));
        by.add(classed(Tag.SPAN, "ref", foreign(name)));
      }
      items.add(element(Tag.LI, subject(links, commit), classed(Tag.P, "by", by)));
    }
    return classed(Tag.OL, "commits", items);
  }

  /** The target of a symbolic link, as a link if it is in the same tree. */
  static Node target(CodeLinks links, String revision, Symlink symlink) {
    Node shown = foreign(Html.cut(symlink.target(), TARGET_SHOWN));
    return symlink
        .inside()
        .map(there -> link(links.tree(revision, there.path()), shown))
        .orElse(shown);
  }

  /** The URL of another repository, as a link if browsers can follow it. */
  static Node elsewhere(String url) {
    Node shown = foreign(Html.cut(url, TARGET_SHOWN));
    boolean isOfWeb = url.startsWith("https://") || url.startsWith("http://");
    return isOfWeb
        ? new Element(
            Tag.A,
            List.of(
                new Attribute(Name.HREF, url), new Attribute(Name.REL, "nofollow ugc noopener")),
            List.of(shown))
        : shown;
  }

  /** Links to downloads of a revision. */
  public static Node downloads(CodeLinks links, String revision) {
    List<Node> parts = new ArrayList<>();
    for (RepositoryView.Format format : RepositoryView.Format.values()) {
      parts.add(
          element(
              Tag.LI,
              link(
                  links.to(new RepositoryView.Download(revision, format)),
                  text(format.ending().substring(1)))));
    }
    return classed(Tag.UL, "choices", parts);
  }

  /** What a table has, for those who do not see what is around it. */
  static Node caption(String words) {
    return classed(Tag.CAPTION, "unseen", text(words));
  }

  /** A number of things. */
  static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  public static Node note(String words) {
    return classed(Tag.P, "note", text(words));
  }
}
