package dev.graspd.server.app;

import dev.graspd.core.hunt.CloneUrl;
import dev.graspd.core.hunt.CloneUrls;
import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Look;
import dev.graspd.server.ops.pages.Situation.Place;
import dev.graspd.server.ops.pages.Situation.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells the pages what the hunt knows of one repository's clone URLs.
 *
 * @param view of its family; empty where nobody hunts
 * @param isMissing whether something that is held lacks objects
 */
record HuntFacts(Optional<HuntView> view, Optional<Instant> nextAttempt, boolean isMissing) {
  Hunt of(CloneUrls urls) {
    List<Place> places = new ArrayList<>();
    urls.announced().forEach(url -> places.add(place(url, true)));
    urls.offered().forEach(url -> places.add(place(url, false)));
    return new Hunt(view.isPresent(), view.map(HuntView::attempts).orElse(0), nextAttempt, places);
  }

  private Place place(CloneUrl url, boolean announced) {
    @Nullable UrlTry last = view.map(one -> one.tries().get(url)).orElse(null);
    boolean running = view.map(one -> one.running().containsKey(url)).orElse(false);
    return last == null
        ? new Place(url.text(), announced, State.UNKNOWN, running, Optional.empty())
        : new Place(url.text(), announced, state(last.result()), running, Optional.of(look(last)));
  }

  private static Look look(UrlTry last) {
    return new Look(
        Instant.ofEpochSecond(last.epochSeconds()),
        last.result().name().toLowerCase(Locale.ROOT),
        last.why());
  }

  /** A copy that has nothing for us is in sync, unless something is still missing. */
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
