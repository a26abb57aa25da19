package dev.graspd.core.store.hook;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A topic that a hook can ask for (WH-1). The words are on the wire, the names are on disk. */
public enum Topic {
  /** Refs of a repository moved. */
  PUSH,
  /** A signed state is served. */
  STATE,
  ISSUE,
  PATCH,
  /** A pull request or an update of one. */
  PULL_REQUEST,
  /** A comment, a reply or a review. */
  COMMENT,
  STATUS,
  /** A test that the operator orders; nobody asks for it. */
  PING;

  /** Returns the word of commands and headers. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the topic that a hook can ask for by this word. */
  public static Optional<Topic> ofWord(String word) {
    return Arrays.stream(values())
        .filter(topic -> topic != PING && topic.word().equals(word))
        .findFirst();
  }
}
