package dev.graspd.server.git.browse.patch;

import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.browse.CodeReader;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.Diffs;
import dev.graspd.server.git.browse.FileChange;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.git.browse.QuestionBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Commits and differences as documents for programs. A document is whole or not at all: half a
 * patch would apply to something else. For one thread.
 *
 * @param bytesMax of a document
 * @param budget a step for each file
 */
public record Patches(CodeReader code, Diffs.Options options, int bytesMax, QuestionBudget budget) {
  /** The most bytes of a document. */
  public static final int BYTES_MAX = 16 << 20;

  /** The most commits of a series. */
  public static final int COMMITS_MAX = 1_000;

  private static final DiffLimits LIMITS =
      new DiffLimits(100_000, 100_000, BYTES_MAX, 500_000, Integer.MAX_VALUE, 400);

  /** Returns the difference of two commits, for {@code git apply}. */
  public Outcome<byte[]> diff(Optional<Oid> before, Oid after) throws IOException {
    BoundedText out = new BoundedText(bytesMax);
    return write(before, after, out).isPresent()
        ? new Outcome.Found<>(out.toBytes())
        : new Outcome.TooMuch<>();
  }

  /**
   * Returns commits as mails, for {@code git am}. Each is compared with its first parent; of
   * several, those that change nothing are left out, because {@code git am} stops at them.
   *
   * @param commits parents before children
   */
  public Outcome<byte[]> series(List<Oid> commits) throws IOException {
    if (commits.size() > COMMITS_MAX) {
      return new Outcome.TooMuch<>();
    }
    List<Mail> mails = new ArrayList<>();
    int left = bytesMax;
    for (Oid oid : commits) {
      CommitFacts commit = code.commit(oid);
      BoundedText diff = new BoundedText(left);
      Optional<Summary> summary = write(commit.parents().stream().findFirst(), oid, diff);
      if (summary.isEmpty()) {
        return new Outcome.TooMuch<>();
      }
      left -= diff.size();
      if (diff.size() > 0 || commits.size() == 1) {
        mails.add(new Mail(commit, summary.get(), diff));
      }
    }
    return joined(mails);
  }

  private record Mail(CommitFacts commit, Summary summary, BoundedText diff) {}

  private Outcome<byte[]> joined(List<Mail> mails) {
    BoundedText out = new BoundedText(bytesMax);
    int number = 0;
    for (Mail mail : mails) {
      number++;
      out.addText(MailFormat.head(mail.commit, number, mails.size(), mail.summary.words()));
      out.add(new String(mail.diff.toBytes(), StandardCharsets.ISO_8859_1));
      out.add(MailFormat.end());
    }
    return out.isOver() ? new Outcome.TooMuch<>() : new Outcome.Found<>(out.toBytes());
  }

  /** Counts of a difference. */
  private record Summary(int files, int added, int removed, int binary) {
    Summary with(FileDiff diff) {
      return switch (diff.body()) {
        case FileDiff.Lines lines ->
            new Summary(files + 1, added + lines.added(), removed + lines.removed(), binary);
        case FileDiff.Binary _ -> new Summary(files + 1, added, removed, binary + 1);
        case FileDiff.NotCompared _ -> this;
      };
    }

    String words() {
      String counts =
          " %d %s changed, %d insertions(+), %d deletions(-)\n"
              .formatted(files, files == 1 ? "file" : "files", added, removed);
      return binary == 0
          ? counts
          : counts
              + " %d of them not text: their content is not in this mail, fetch the commit\n"
                  .formatted(binary);
    }
  }

  /** Writes a difference; returns nothing if it is too large. */
  private Optional<Summary> write(Optional<Oid> before, Oid after, BoundedText out)
      throws IOException {
    Diffs.Changes changes = code.changes(before, after, options, LIMITS, budget);
    DiffFormat format = new DiffFormat(out);
    Summary summary = new Summary(0, 0, 0, 0);
    for (FileChange change : changes.files()) {
      for (FileChange part : parts(change)) {
        FileDiff diff = code.compared(part, options, LIMITS);
        format.write(diff);
        summary = summary.with(diff);
        boolean isTooMuch =
            diff.body() instanceof FileDiff.NotCompared || out.isOver() || !budget.step();
        if (isTooMuch) {
          return Optional.empty();
        }
      }
    }
    return changes.isCut() ? Optional.empty() : Optional.of(summary);
  }

  /** A file that becomes something else is removed and added, as git wants it. */
  private static List<FileChange> parts(FileChange change) {
    return change.isOfOtherKind()
        ? List.of(
            new FileChange(change.before(), Optional.empty(), false, 0),
            new FileChange(Optional.empty(), change.after(), false, 0))
        : List.of(change);
  }
}
