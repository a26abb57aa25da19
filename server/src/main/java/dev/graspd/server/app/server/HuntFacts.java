package dev.graspd.server.app.server;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.CloneUrls;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.State;
import dev.graspd.server.ops.pages.Situation.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one repository's clone URLs, for the pages.
 *
 * @param view of its family; empty if this server does not hunt
 * @param isMissing whether a held event lacks objects
 */
record HuntFacts(Optional<HuntView> view, Optional<Instant> nextAttempt, boolean isMissing) {
  Hunt of(CloneUrls urls) {
    List<Remote> remotes = new ArrayList<>();
    urls.announced().forEach(url -> remotes.add(remote(url, true)));
    urls.offered().forEach(url -> remotes.add(remote(url, false)));
    return new Hunt(view.isPresent(), view.map(HuntView::attempts).orElse(0), nextAttempt, remotes);
  }

  private Remote remote(CloneUrl url, boolean announced) {
    @Nullable UrlTry last = view.map(one -> one.tries().get(url)).orElse(null);
    boolean running = view.map(one -> one.running().containsKey(url)).orElse(false);
    return last == null
        ? new Remote(url.text(), announced, State.UNKNOWN, running, Optional.empty())
        : new Remote(
            url.text(), announced, state(last.result()), running, Optional.of(visit(last)));
  }

  private static Visit visit(UrlTry last) {
    return new Visit(
        Instant.ofEpochSecond(last.epochSeconds()),
        last.result().name().toLowerCase(Locale.ROOT),
        last.why());
  }

  /** A copy without new objects is in sync, unless objects are still missing. */
  private State state(UrlTry.Result result) {
    return switch (result) {
      case BROUGHT -> State.IN_SYNC;
      case NOTHING -> isMissing ? State.BEHIND : State.IN_SYNC;
      case BEHIND, HINDERED -> State.AHEAD;
      case UNREACHABLE, HOPELESS, THROTTLED, MISBEHAVED -> State.UNREACHABLE;
      case CROWDED, CANCELLED -> State.UNKNOWN;
    };
  }
}
