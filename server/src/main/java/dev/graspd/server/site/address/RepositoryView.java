package dev.graspd.server.site.address;

import dev.graspd.core.tree.TreeName;
import java.util.Optional;

/** A page or file at an address below that of its repository. */
public sealed interface RepositoryView {
  /** The first page of a repository. */
  record Summary() implements RepositoryView {}

  /**
   * A directory or a file.
   *
   * @param lines lines that are marked, of a file
   * @param after the last name of the page before, of a directory
   * @param shown how a file is shown that can be rendered
   */
  record Tree(Place place, Optional<LineRange> lines, Optional<TreeName> after, Shown shown)
      implements RepositoryView {
    public Tree(Place place) {
      this(place, Optional.empty(), Optional.empty());
    }

    public Tree(Place place, Optional<LineRange> lines, Optional<TreeName> after) {
      this(place, lines, after, Shown.RENDERED);
    }
  }

  record Raw(Place place) implements RepositoryView {}

  record Blame(Place place) implements RepositoryView {}

  /** The commits that lead to a revision. */
  record Commits(Place place, LogOptions options) implements RepositoryView {
    public Commits(Place place) {
      this(place, LogOptions.USUAL);
    }
  }

  /**
   * A commit.
   *
   * @param id at least 7 hex digits; fewer than 40 lead to the whole
   */
  record Commit(String id, Form form, DiffOptions options) implements RepositoryView {
    public Commit(String id) {
      this(id, Form.PAGE, DiffOptions.USUAL);
    }
  }

  /**
   * The difference of two revisions.
   *
   * @param fromBase whether from their merge base on ({@code a...b}), or from the first ({@code
   *     a..b})
   */
  record Compare(String from, String to, boolean fromBase, Form form, DiffOptions options)
      implements RepositoryView {}

  /** The page on which two revisions are chosen. */
  record CompareForm() implements RepositoryView {}

  record Branches() implements RepositoryView {}

  record Tags() implements RepositoryView {}

  record Tag(String name) implements RepositoryView {}

  record Download(String revision, Format format) implements RepositoryView {}

  /**
   * A search in commits or files.
   *
   * @param text what is searched for; empty before anything was asked
   * @param revision where it begins; HEAD if it is empty
   */
  record Search(String text, In in, Optional<String> revision) implements RepositoryView {}

  /** Who speaks for it, and what they have signed. */
  record Status() implements RepositoryView {}

  /** Something of its issues, pull requests and patches. */
  record Talk(TalkView view) implements RepositoryView {}

  /** Where Go finds the code; at any address below the repository if it asks so. */
  record GoImport() implements RepositoryView {}

  record Feed(Entries entries) implements RepositoryView {}

  /** A text as it is meant to look, or as it is written. */
  enum Shown {
    RENDERED,
    SOURCE
  }

  /** A page for people, or the same for programs. */
  enum Form {
    PAGE(""),
    PATCH(".patch"),
    DIFF(".diff");

    private final String ending;

    Form(String ending) {
      this.ending = ending;
    }

    String ending() {
      return ending;
    }

    /** Returns its name for people. */
    public String words() {
      return ending.isEmpty() ? "page" : ending.substring(1);
    }
  }

  /** The format of a download. */
  enum Format {
    TAR_GZ(".tar.gz"),
    TAR(".tar"),
    ZIP(".zip");

    private final String ending;

    Format(String ending) {
      this.ending = ending;
    }

    public String ending() {
      return ending;
    }
  }

  /** Where a text is searched for. */
  enum In {
    CODE,
    MESSAGE,
    AUTHOR
  }

  /** The entries of a feed. */
  enum Entries {
    COMMITS,
    TAGS
  }
}
