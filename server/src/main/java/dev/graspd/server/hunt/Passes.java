package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntAction;
import dev.graspd.core.hunt.PassOutcome;
import dev.graspd.core.hunt.Purpose;
import dev.graspd.core.hunt.Refusals;
import dev.graspd.server.diary.Diary;
import dev.graspd.server.egress.Errand;
import dev.graspd.server.egress.NamedBy;
import dev.graspd.server.egress.Target;
import dev.graspd.server.gate.Hunting;
import dev.graspd.server.git.ingest.PackIngest;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.Opening;
import dev.graspd.server.hunt.git.Remote;
import java.io.IOException;
import java.time.InstantSource;

/** Carries out passes, each over one clone URL. Thread-safe. */
public final class Passes {
  /**
   * What a pass works with.
   *
   * @param packBytesMax of one pack
   * @param refusals what URLs would not give; whoever uses it holds its lock
   */
  record Parts(
      GitFetcher git,
      Hunting hunting,
      PackIngest ingest,
      long packBytesMax,
      HuntMetrics metrics,
      Refusals refusals) {}

  private final Parts parts;
  private final SoughtNotes notes;

  public Passes(
      GitFetcher git,
      Hunting hunting,
      PackIngest ingest,
      long packBytesMax,
      HuntMetrics metrics,
      Diary diary,
      InstantSource clock) {
    this.parts = new Parts(git, hunting, ingest, packBytesMax, metrics, new Refusals());
    this.notes = new SoughtNotes(hunting, diary, clock);
  }

  /**
   * Carries out one pass. Waits for the other server and works on what it sends: the thread must
   * have a processor clock, as only those of the platform do.
   *
   * @throws IOException if our disk fails; nothing of a pack is left then
   */
  PassOutcome carryOut(HuntAction.Begin pass, Errand errand) throws IOException {
    SoughtNotes.OfPass sought = notes.begin(pass);
    PassOutcome outcome = visit(pass, errand, sought);
    sought.ended(outcome);
    return outcome;
  }

  private PassOutcome visit(HuntAction.Begin pass, Errand errand, SoughtNotes.OfPass sought)
      throws IOException {
    return switch (Target.parse(pass.url().text(), NamedBy.STRANGER)) {
      case Target.Parsed.Invalid(var why) -> new PassOutcome.Unreachable(why);
      case Target.Parsed.Valid(var target) ->
          switch (parts.git.open(target, errand)) {
            case Opening.Failed(var failure) -> failure.outcome();
            case Opening.Opened(var remote) -> {
              try (remote) {
                yield over(remote, pass, sought);
              }
            }
          };
    };
  }

  private PassOutcome over(Remote remote, HuntAction.Begin pass, SoughtNotes.OfPass sought)
      throws IOException {
    return pass.purpose() == Purpose.COMPARE
        ? new Comparison(parts.hunting, pass.family()).with(remote.advertised().ids())
        : new Fetching(parts, pass, remote, sought).outcome();
  }
}
