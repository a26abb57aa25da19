package dev.graspd.server.app.server;

import dev.graspd.core.hunt.HuntView;
import dev.graspd.core.hunt.UrlTry;
import dev.graspd.core.hunt.copy.CopyLook;
import dev.graspd.core.hunt.copy.RefComparison;
import dev.graspd.core.hunt.domain.CloneUrl;
import dev.graspd.core.hunt.missing.CloneUrls;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.ops.pages.Situation.Compared;
import dev.graspd.server.ops.pages.Situation.Hunt;
import dev.graspd.server.ops.pages.Situation.Remote;
import dev.graspd.server.ops.pages.Situation.State;
import dev.graspd.server.ops.pages.Situation.Visit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The facts of one repository's clone URLs, for the pages.
 *
 * @param owner of the repository
 * @param refs it has now
 * @param view of its family; empty if this server does not hunt
 * @param isMissing whether a held event lacks objects
 */
record HuntFacts(
    PublicKey owner,
    Refs refs,
    Optional<HuntView> view,
    Optional<Instant> nextAttempt,
    boolean isMissing) {
  Hunt of(CloneUrls urls) {
    List<Remote> remotes = new ArrayList<>();
    urls.announced().forEach(url -> remotes.add(remote(url, true)));
    urls.offered().forEach(url -> remotes.add(remote(url, false)));
    return new Hunt(view.isPresent(), view.map(HuntView::attempts).orElse(0), nextAttempt, remotes);
  }

  private Remote remote(CloneUrl url, boolean announced) {
    Optional<UrlTry> last = view.flatMap(one -> Optional.ofNullable(one.tries().get(url)));
    boolean running = view.map(one -> one.running().containsKey(url)).orElse(false);
    Optional<Compared> compared =
        view.flatMap(one -> Optional.ofNullable(one.looks().get(url))).flatMap(this::compared);
    State state = last.map(one -> state(one, compared)).orElse(State.UNKNOWN);
    return new Remote(url.text(), announced, state, running, last.map(HuntFacts::visit), compared);
  }

  private Optional<Compared> compared(CopyLook look) {
    return look.of(owner)
        .map(found ->
            new Compared(
                Instant.ofEpochSecond(look.epochSeconds()),
                found,
                found.version() == RefComparison.versionOf(refs.values())));
  }

  private static Visit visit(UrlTry last) {
    return new Visit(
        Instant.ofEpochSecond(last.epochSeconds()),
        last.result().name().toLowerCase(Locale.ROOT),
        last.why(),
        last.isRead());
  }

  private State state(UrlTry last, Optional<Compared> compared) {
    return switch (last.result()) {
      case BROUGHT, NOTHING -> last.isRead() ? state(compared) : State.UNREACHABLE;
      case BEHIND, HINDERED -> State.AHEAD;
      case UNREACHABLE, HOPELESS, THROTTLED, MISBEHAVED -> State.UNREACHABLE;
      case CROWDED, CANCELLED -> State.UNKNOWN;
    };
  }

  /** Of a copy that has answered. The repository must still have the refs that were compared. */
  private State state(Optional<Compared> compared) {
    if (isMissing) {
      return State.BEHIND;
    }
    if (compared.filter(Compared::current).isEmpty()) {
      return State.UNKNOWN;
    }
    RefComparison found = compared.get().refs();
    if (found.isOfNothing()) {
      return State.UNKNOWN;
    }
    return found.isSame() ? State.IN_SYNC : State.BEHIND;
  }
}
