package dev.graspd.server.site.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreeName;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.BlameRange;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.QuestionBudget;
import dev.graspd.server.site.text.highlight.Colours;
import dev.graspd.server.site.text.highlight.Highlighter;
import dev.graspd.server.site.text.highlight.Language;
import dev.graspd.server.site.text.highlight.Token;
import dev.graspd.server.site.text.highlight.TokenRuns;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Answers about code by all that determines them: a commit and a path, or a file and a language. So
 * no answer is ever wrong, of whichever repository, and nobody empties this; the last used ones
 * stay, up to a limit in bytes. An answer that a budget has cut is not kept. Callers have proved
 * that the commit is the repository's, so nobody finds objects here that the repository does not
 * have. Thread-safe.
 */
public final class CodeCache {
  /** One answer takes at most this part of the whole. */
  private static final int ONE_ANSWER_PART = 8;

  private final long bytesMax;

  /** What was read: small answers, which most pages ask for. */
  private final Cache<Question, Answer> read;

  /**
   * What was searched for: few and large, and hundreds of times dearer. Beside the others none of
   * them would stay, because the cache prefers what is asked for most.
   */
  private final Cache<Question, Answer> searched;

  /** Keeps nothing yet; nothing at all with a limit of 0. */
  public CodeCache(long bytesMax) {
    this.bytesMax = bytesMax;
    this.read = half(bytesMax);
    this.searched = half(bytesMax);
  }

  private static Cache<Question, Answer> half(long bytesMax) {
    return Caffeine.newBuilder()
        .maximumWeight(bytesMax / 2)
        .weigher(CodeCache::bytes)
        .executor(Runnable::run)
        .build();
  }

  private Cache<Question, Answer> answers(Question question) {
    return switch (question) {
      case Question.Commit _, Question.Colours _ -> read;
      case Question.LastCommits _, Question.LastCommit _, Question.Blame _ -> searched;
    };
  }

  private static int bytes(Question question, Answer answer) {
    return (int) Math.min(Integer.MAX_VALUE, Weights.of(question) + Weights.of(answer));
  }

  private void keep(Question question, Answer answer) {
    if (bytes(question, answer) <= bytesMax / ONE_ANSWER_PART) {
      answers(question).put(question, answer);
    }
  }

  /** Returns what a commit says. */
  public CommitFacts commit(CodeReader code, Oid commit) throws IOException {
    Question question = new Question.Commit(commit);
    if (answers(question).getIfPresent(question) instanceof Answer.Commit(var known)) {
      return known;
    }
    CommitFacts facts = code.commit(commit);
    keep(question, new Answer.Commit(facts));
    return facts;
  }

  /** Finds the commit that last changed each entry of a directory. */
  public Outcome<SortedMap<TreeName, Oid>> lastCommits(
      CodeReader code, Oid commit, TreePath directory, QuestionBudget budget) throws IOException {
    Question question = new Question.LastCommits(commit, directory);
    if (answers(question).getIfPresent(question) instanceof Answer.LastCommits(var known)) {
      return new Outcome.Found<>(known);
    }
    Outcome<SortedMap<TreeName, Oid>> outcome = code.lastCommits(commit, directory, budget);
    if (outcome instanceof Outcome.Found<SortedMap<TreeName, Oid>>(var found)) {
      keep(question, new Answer.LastCommits(Collections.unmodifiableSortedMap(found)));
    }
    return outcome;
  }

  /** Finds the commit that last changed one entry, which is not the root. */
  public Outcome<Oid> lastCommit(CodeReader code, Oid commit, TreePath entry, QuestionBudget budget)
      throws IOException {
    Question question = new Question.LastCommit(commit, entry);
    if (answers(question).getIfPresent(question) instanceof Answer.LastCommit(var known)) {
      return new Outcome.Found<>(known);
    }
    Outcome<Oid> outcome = code.lastCommit(commit, entry, budget);
    if (outcome instanceof Outcome.Found<Oid>(var found)) {
      keep(question, new Answer.LastCommit(found));
    }
    return outcome;
  }

  /** Finds the commit that brought each line of a file. */
  public Outcome<List<BlameRange>> blame(
      CodeReader code, Oid commit, TreePath file, QuestionBudget budget) throws IOException {
    Question question = new Question.Blame(commit, file);
    if (answers(question).getIfPresent(question) instanceof Answer.Blame(var known)) {
      return new Outcome.Found<>(known);
    }
    Outcome<List<BlameRange>> outcome = code.blame(commit, file, DiffLimits.DEFAULT, budget);
    if (outcome instanceof Outcome.Found<List<BlameRange>>(var ranges)
        && ranges.stream().allMatch(range -> range.origin().isPresent())) {
      keep(question, new Answer.Blame(List.copyOf(ranges)));
    }
    return outcome;
  }

  /** Returns the colours of a file, whose lines are always the same. */
  public Colours colours(Oid file) {
    return (language, lines) ->
        language.isEmpty() ? Highlighter.of(language, lines) : tokens(file, language.get(), lines);
  }

  private List<List<Token>> tokens(Oid file, Language language, List<String> lines) {
    Question question = new Question.Colours(file, language);
    if (answers(question).getIfPresent(question) instanceof Answer.Colours(var known)) {
      return known.over(lines);
    }
    List<List<Token>> tokens = Highlighter.of(Optional.of(language), lines);
    keep(question, new Answer.Colours(TokenRuns.of(tokens)));
    return tokens;
  }
}
