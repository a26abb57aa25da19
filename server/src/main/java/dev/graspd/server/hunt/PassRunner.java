package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HostRefusals;
import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.HuntInput;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.family.hunt.Hunting;
import dev.graspd.server.git.ingest.pack.PackIngest;
import dev.graspd.server.hunt.git.Advertised;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.Opening;
import dev.graspd.server.hunt.git.Remote;
import java.io.IOException;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Runs passes, each over one clone URL. Thread-safe. */
public final class PassRunner {
  /**
   * The collaborators of a pass.
   *
   * @param packBytesMax of one pack
   * @param refusals ids that URLs refused; every access holds its lock
   */
  record Parts(
      GitFetcher git,
      Hunting hunting,
      PackIngest ingest,
      long packBytesMax,
      HuntMetrics metrics,
      HostRefusals refusals) {}

  private final Parts parts;
  private final HuntDiary diary;

  public PassRunner(
      GitFetcher git,
      Hunting hunting,
      PackIngest ingest,
      long packBytesMax,
      HuntMetrics metrics,
      Diary diary,
      InstantSource clock) {
    this.parts = new Parts(git, hunting, ingest, packBytesMax, metrics, new HostRefusals());
    this.diary = new HuntDiary(hunting, diary, clock);
  }

  /**
   * Runs one pass. Blocks, and checks packs: the thread needs a CPU clock, which only platform
   * threads have.
   *
   * @param compared told at most once, before the end, how the URL compares with our repositories
   * @throws IOException if our disk fails; nothing of a pack is left then
   */
  PassOutcome carryOut(
      HuntAction.Begin pass, FetchDeadline deadline, Consumer<HuntInput.Compared> compared)
      throws IOException {
    HuntDiary.OfPass notes = diary.begin(pass);
    PassOutcome outcome = visit(pass, deadline, notes, compared);
    notes.ended(outcome);
    return outcome;
  }

  private PassOutcome visit(
      HuntAction.Begin pass,
      FetchDeadline deadline,
      HuntDiary.OfPass notes,
      Consumer<HuntInput.Compared> compared)
      throws IOException {
    return switch (Target.parse(pass.url().text(), NamedBy.STRANGER)) {
      case Target.Parsed.Invalid(var why) -> new PassOutcome.Unreachable(why);
      case Target.Parsed.Valid(var target) ->
          switch (parts.git.open(target, deadline)) {
            case Opening.Failed(var failure) -> failure.outcome();
            case Opening.Opened(var remote) -> {
              try (remote) {
                PassOutcome outcome = over(remote, pass, notes);
                compared.accept(compared(remote, pass));
                yield outcome;
              }
            }
          };
    };
  }

  private PassOutcome over(Remote remote, HuntAction.Begin pass, HuntDiary.OfPass notes)
      throws IOException {
    return pass.purpose() == Purpose.COMPARE
        ? new Comparison(parts.hunting, pass.family()).with(remote.advertised().ids())
        : new Fetching(parts, pass, remote, notes).outcome();
  }

  /** After a fetch: what it brought is in our refs then. */
  private HuntInput.Compared compared(Remote remote, HuntAction.Begin pass) {
    Advertised there = remote.advertised();
    return new HuntInput.Compared(
        pass.pass(), parts.hunting.compare(pass.family(), pass.url(), there.refs(), there.head()));
  }
}
