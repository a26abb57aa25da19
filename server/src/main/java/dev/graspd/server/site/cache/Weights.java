package dev.graspd.server.site.cache;

import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;

/** About how many bytes of the heap questions and answers take; strangers choose most of them. */
final class Weights {
  /** The entry of the cache, the record and its key. */
  private static final int ENTRY = 200;

  private static final int OID = 100;
  private static final int NAME = 80;
  private static final int OBJECT = 64;

  private Weights() {}

  static long of(Question question) {
    return switch (question) {
      case Question.Commit _, Question.Colours _ -> ENTRY + OID;
      case Question.LastCommits(_, var path) -> ENTRY + OID + of(path);
      case Question.LastCommit(_, var path) -> ENTRY + OID + of(path);
      case Question.Blame(_, var path) -> ENTRY + OID + of(path);
    };
  }

  static long of(Answer answer) {
    return switch (answer) {
      case Answer.Commit(var facts) -> of(facts);
      case Answer.LastCommits(var commits) ->
          commits.keySet().stream().mapToLong(name -> OBJECT + OID + of(name)).sum();
      case Answer.LastCommit _ -> OID;
      // Each names two commits; paths are shared by all ranges of one version.
      case Answer.Blame(var ranges) -> ranges.size() * (2L * OID + 2L * OBJECT);
      case Answer.Colours(var runs) -> OBJECT + runs.size();
    };
  }

  private static long of(CommitFacts facts) {
    return 2L * OBJECT
        + (2L + facts.parents().size()) * OID
        + of(facts.message())
        + of(facts.author())
        + of(facts.committer());
  }

  private static long of(CommitFacts.Person person) {
    return OBJECT + of(person.name()) + of(person.email());
  }

  private static long of(TreePath path) {
    return OBJECT + path.names().stream().mapToLong(Weights::of).sum();
  }

  private static long of(TreeName name) {
    return (long) NAME + name.latin1().length();
  }

  private static long of(String text) {
    return OBJECT + 2L * text.length();
  }
}
