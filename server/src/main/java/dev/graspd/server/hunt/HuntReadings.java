package dev.graspd.server.hunt;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.domain.HuntTotals;
import dev.graspd.core.machine.Now;
import dev.graspd.core.repo.Identifier;
import java.time.Instant;
import java.util.Optional;

/** The state of the hunt for people. Thread-safe; reading never blocks for long. */
public interface HuntReadings {
  /** A server that does not hunt. */
  HuntReadings NONE =
      new HuntReadings() {
        @Override
        public Optional<HuntView> view(Identifier family) {
          return Optional.empty();
        }

        @Override
        public Optional<HuntTotals> totals() {
          return Optional.empty();
        }

        @Override
        public Now now() {
          return new Now(0, 0);
        }
      };

  /** Returns the state of the hunt for a family; empty if the hunt is switched off. */
  Optional<HuntView> view(Identifier family);

  /** Returns the hunt in numbers; empty if the hunt is switched off. */
  Optional<HuntTotals> totals();

  /** Returns the time on the clock of the hunt. */
  Now now();

  /** Returns when the next attempt begins, to the second; empty if none is planned. */
  default Optional<Instant> nextAttempt(HuntView view) {
    Now now = now();
    return view.nextAttemptNanos().stream()
        .mapToObj(nanos ->
            Instant.ofEpochSecond(now.epochSeconds())
                .plusSeconds(Math.max(0, nanos - now.nanos()) / 1_000_000_000L))
        .findFirst();
  }
}
