package dev.graspd.server.site.address;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.list.Cursor;
import dev.graspd.core.talk.list.RowFilter.Section;
import dev.graspd.core.talk.list.RowFilter.States;
import dev.graspd.core.talk.list.Sort;
import java.util.Optional;

/** A page about the issues, pull requests and patches of a repository (W-17). */
public sealed interface TalkView {
  Section section();

  /** A list of threads. */
  record Listed(Section section, Choice choice) implements TalkView {
    public Listed(Section section) {
      this(section, Choice.USUAL);
    }
  }

  /**
   * A thread.
   *
   * @param event the id of its root, or at least the first 8 digits of it
   * @param page counted from 1
   */
  record Conversation(Section section, String event, int page) implements TalkView {
    public Conversation(Section section, String event) {
      this(section, event, 1);
    }
  }

  /** The newest threads, as a feed (W-73). */
  record News(Section section) implements TalkView {}

  /** The newest threads, commits and tags, as a feed: of both sections. */
  record AllNews() implements TalkView {
    @Override
    public Section section() {
      return Section.ISSUES;
    }
  }

  /** The difference that a pull request or a patch series makes. */
  record Files(String event, RepositoryView.Form form, DiffOptions options) implements TalkView {
    public Files(String event) {
      this(event, RepositoryView.Form.PAGE, DiffOptions.USUAL);
    }

    @Override
    public Section section() {
      return Section.PULL_REQUESTS;
    }
  }

  /** The commits of a pull request. */
  record Offered(String event) implements TalkView {
    @Override
    public Section section() {
      return Section.PULL_REQUESTS;
    }
  }

  /** One commit of a pull request. */
  record OneCommit(String event, Oid commit, DiffOptions options) implements TalkView {
    @Override
    public Section section() {
      return Section.PULL_REQUESTS;
    }
  }

  /** The difference between two revisions of a pull request, counted from 1. */
  record Revised(String event, int from, int to, DiffOptions options) implements TalkView {
    @Override
    public Section section() {
      return Section.PULL_REQUESTS;
    }
  }

  /**
   * Which threads a list shows (W-40).
   *
   * @param text words of titles and labels; empty for any
   * @param cursor where the page begins; in the same order as the list
   */
  record Choice(
      States states,
      Optional<String> label,
      Optional<PublicKey> author,
      String text,
      Sort sort,
      From from,
      Optional<Cursor> cursor) {
    public static final Choice USUAL =
        new Choice(
            States.OPEN,
            Optional.empty(),
            Optional.empty(),
            "",
            Sort.NEWEST,
            From.USUAL,
            Optional.empty());

    public Choice {
      Sort order = sort;
      cursor = cursor.filter(one -> one.sort() == order);
    }

    public Choice with(States other) {
      return new Choice(other, label, author, text, sort, from, Optional.empty());
    }

    public Choice with(Sort other) {
      return new Choice(states, label, author, text, other, from, Optional.empty());
    }

    public Choice with(From other) {
      return new Choice(states, label, author, text, sort, other, Optional.empty());
    }

    public Choice withLabel(Optional<String> other) {
      return new Choice(states, other, author, text, sort, from, Optional.empty());
    }

    public Choice withAuthor(Optional<PublicKey> other) {
      return new Choice(states, label, other, text, sort, from, Optional.empty());
    }

    public Choice at(Cursor place) {
      return new Choice(states, label, author, text, sort, from, Optional.of(place));
    }
  }

  /** Whose threads a list shows. */
  enum From {
    /** Those of all, unless strangers have begun very many. */
    USUAL,
    KNOWN,
    ALL
  }
}
