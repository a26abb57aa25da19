package dev.graspd.server.git.browse;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.JgitIds;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jgit.errors.StopWalkException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.util.RawParseUtils;
import org.jspecify.annotations.Nullable;

/** Reads commits. */
public record Commits(ObjectReader reader) {
  LogPage log(Oid from, TreePath path, LogPage.Start start, int max, QuestionBudget budget)
      throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      walk.sort(RevSort.COMMIT_TIME_DESC);
      RevFilter all = path.isRoot() ? RevFilter.ALL : PathBytesFilter.changesOf(path, walk);
      LogFilter filter = new LogFilter(all, start.passed(), budget);
      walk.setRevFilter(filter);
      walk.markStart(walk.parseCommit(JgitIds.of(from)));
      return page(walk, filter, start.skipped(), max);
    }
  }

  private static LogPage page(RevWalk walk, LogFilter filter, int skipped, int max)
      throws IOException {
    List<CommitFacts> page = new ArrayList<>();
    int seen = 0;
    for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
      if (page.size() == max) {
        return new LogPage(page, false, false);
      }
      if (seen++ >= skipped) {
        walk.parseBody(commit);
        page.add(facts(commit));
        commit.disposeBody();
      }
    }
    return filter.isSpent()
        ? new LogPage(page, false, true, filter.passed())
        : new LogPage(page, true, false);
  }

  /**
   * Ends a log when its budget does, also between two commits that it shows, which can be far
   * apart. For one walk.
   */
  private static final class LogFilter extends RevFilter {
    private final RevFilter shown;
    private final int passedBefore;
    private final QuestionBudget budget;
    private int passed;
    private boolean isSpent;

    /**
     * Begins a walk.
     *
     * @param passedBefore commits at the beginning of the walk that are left out without a look
     */
    LogFilter(RevFilter shown, int passedBefore, QuestionBudget budget) {
      this.shown = shown;
      this.passedBefore = passedBefore;
      this.budget = budget;
    }

    @Override
    public boolean include(RevWalk walk, RevCommit commit) throws IOException {
      if (!budget.step()) {
        isSpent = true;
        throw StopWalkException.INSTANCE;
      }
      passed++;
      return passed > passedBefore && shown.include(walk, commit);
    }

    boolean isSpent() {
      return isSpent;
    }

    /** Returns how many commits the walk has seen. */
    int passed() {
      return passed;
    }

    @Override
    public boolean requiresCommitBody() {
      return false;
    }

    @Override
    public RevFilter clone() {
      return this;
    }
  }

  /** Returns the newest common ancestors of two commits; none if they share no history. */
  List<Oid> mergeBases(Oid one, Oid other) throws IOException {
    try (RevWalk walk = new RevWalk(reader)) {
      walk.setRetainBody(false);
      walk.setRevFilter(RevFilter.MERGE_BASE);
      walk.markStart(walk.parseCommit(JgitIds.of(one)));
      walk.markStart(walk.parseCommit(JgitIds.of(other)));
      List<Oid> bases = new ArrayList<>();
      for (RevCommit base = walk.next(); base != null; base = walk.next()) {
        bases.add(JgitIds.oid(base));
      }
      return bases;
    }
  }

  /** Returns the newest common ancestor of two commits. */
  Outcome<Optional<Oid>> mergeBase(Oid one, Oid other, QuestionBudget budget) throws IOException {
    try (BoundedWalk walk = new BoundedWalk(reader, budget)) {
      walk.setRevFilter(RevFilter.MERGE_BASE);
      walk.markStart(walk.parseCommit(JgitIds.of(one)));
      walk.markStart(walk.parseCommit(JgitIds.of(other)));
      return new Outcome.Found<>(Optional.ofNullable(walk.next()).map(JgitIds::oid));
    } catch (BoundedWalk.SpentException _) {
      return new Outcome.TooMuch<>();
    }
  }

  /** Returns which of some commits lead to a commit; what is not here leads nowhere. */
  CodeReader.Reached reached(Oid from, SortedSet<Oid> wanted, QuestionBudget budget)
      throws IOException {
    Set<ObjectId> left = new HashSet<>();
    for (Oid oid : wanted) {
      ObjectId id = JgitIds.of(oid);
      if (reader.has(id)) {
        left.add(id);
      }
    }
    SortedSet<Oid> found = new TreeSet<>();
    try (BoundedWalk walk = new BoundedWalk(reader, budget)) {
      walk.markStart(walk.parseCommit(JgitIds.of(from)));
      while (!left.isEmpty()) {
        RevCommit commit = walk.next();
        if (commit == null) {
          break;
        }
        if (left.remove(commit)) {
          found.add(JgitIds.oid(commit));
        }
      }
      return new CodeReader.Reached(found, true);
    } catch (BoundedWalk.SpentException _) {
      return new CodeReader.Reached(found, false);
    }
  }

  /** Returns commits that lead to a commit and not to another one, newest first. */
  LogPage between(Oid from, Oid to, int max, QuestionBudget budget) throws IOException {
    List<CommitFacts> found = new ArrayList<>();
    try (BoundedWalk walk = new BoundedWalk(reader, budget)) {
      walk.sort(RevSort.COMMIT_TIME_DESC);
      walk.markStart(walk.parseCommit(JgitIds.of(to)));
      walk.markUninteresting(walk.parseCommit(JgitIds.of(from)));
      for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
        if (found.size() == max) {
          return new LogPage(found, false, false);
        }
        walk.parseBody(commit);
        found.add(facts(commit));
        commit.disposeBody();
      }
      return new LogPage(found, true, false);
    } catch (BoundedWalk.SpentException _) {
      return new LogPage(found, false, true);
    }
  }

  /** Returns the facts of a commit whose body has been read. */
  public static CommitFacts facts(RevCommit commit) {
    byte[] raw = commit.getRawBuffer();
    return new CommitFacts(
        JgitIds.oid(commit),
        JgitIds.oid(commit.getTree()),
        Stream.of(commit.getParents()).map(JgitIds::oid).toList(),
        person(raw, RawParseUtils.author(raw, 0)),
        person(raw, RawParseUtils.committer(raw, 0)),
        message(raw),
        ObjectSignature.of(commit.getRawGpgSignature()));
  }

  /** Reads a person of a commit or a tag; one without a name if there is none. */
  public static CommitFacts.Person person(byte[] raw, int at) {
    PersonIdent parsed = at < 0 ? null : RawParseUtils.parsePersonIdent(raw, at);
    return parsed == null
        ? new CommitFacts.Person("", "", 0, 0)
        : new CommitFacts.Person(
            parsed.getName(),
            parsed.getEmailAddress(),
            parsed.getWhenAsInstant().getEpochSecond(),
            parsed.getZoneOffset().getTotalSeconds() / 60);
  }

  private static String message(byte[] raw) {
    int begin = RawParseUtils.commitMessage(raw, 0);
    return begin < 0 ? "" : text(raw, begin, raw.length);
  }

  /** Decodes a part of a commit or a tag, as its header says. */
  public static String text(byte[] raw, int from, int to) {
    return RawParseUtils.decode(charset(raw), raw, from, to);
  }

  /** Anybody may write an encoding that nobody knows. */
  private static Charset charset(byte[] raw) {
    @Nullable String name = RawParseUtils.parseEncodingName(raw);
    if (name == null) {
      return StandardCharsets.UTF_8;
    }
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
      return StandardCharsets.UTF_8;
    }
  }
}
