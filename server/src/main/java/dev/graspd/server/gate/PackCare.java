package dev.graspd.server.gate;

import dev.graspd.core.repo.Identifier;
import dev.graspd.core.store.PackRecord;
import dev.graspd.core.upkeep.PackFact;
import dev.graspd.core.upkeep.Task;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What upkeep can learn of packs and do with them. Thread-safe. */
public interface PackCare extends Upkeep {
  /** What became of a task. */
  sealed interface Outcome {
    /** Packs were exchanged, from so many bytes to so many. */
    record Done(int packsBefore, long bytesBefore, int packsAfter, long bytesAfter)
        implements Outcome {}

    /** Something came meanwhile, or something is lost: not now. */
    record NotNow() implements Outcome {}
  }

  /** Returns what is known of packs; those that are gone meanwhile are left out. */
  List<PackFact> facts(Identifier family, List<PackRecord> packs) throws IOException;

  /**
   * Does a task; the long part of it before this returns.
   *
   * @param keptSinceSeconds what came since then stays also if nothing needs it
   */
  CompletionStage<Outcome> perform(Identifier family, Task task, long keptSinceSeconds);
}
