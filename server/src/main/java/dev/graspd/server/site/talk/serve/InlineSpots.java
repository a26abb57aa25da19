package dev.graspd.server.site.talk.serve;

import dev.graspd.core.nostr.EventId;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.talk.event.CodePlace;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.DiffLimits;
import dev.graspd.server.git.browse.DiffPage;
import dev.graspd.server.git.browse.Diffs;
import dev.graspd.server.git.browse.FileDiff;
import dev.graspd.server.git.browse.Outcome;
import dev.graspd.server.site.talk.InlineSpot;
import dev.graspd.server.site.talk.LineMoves;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the lines of comments again in the newest revision of a pull request. For one thread. */
final class InlineSpots {
  /** Files that are compared for one page; comments on others keep no place. */
  static final int COMPARED_MAX = 50;

  private final Offers offers;
  private final Oid tip;
  private final Map<Changed, Optional<FileDiff.Body>> compared = new HashMap<>();

  /** A file between the commit of a comment and the tip. */
  private record Changed(Oid from, TreePath path) {}

  InlineSpots(Offers offers, Oid tip) {
    this.offers = offers;
    this.tip = tip;
  }

  SortedMap<EventId, InlineSpot> of(TalkThread thread) throws IOException {
    SortedMap<EventId, InlineSpot> spots = new TreeMap<>();
    for (Comment comment : thread.inline()) {
      spots.put(comment.id(), spot(comment.place().orElseThrow()));
    }
    return spots;
  }

  private InlineSpot spot(CodePlace place) throws IOException {
    if (place.lines().isEmpty()) {
      return new InlineSpot.OfFile(place.path());
    }
    CodePlace.Lines lines = place.lines().get();
    boolean isOfTip = place.commit().filter(commit -> !commit.equals(tip)).isEmpty();
    if (isOfTip || lines.side() == CodePlace.Side.OLD) {
      return new InlineSpot.Line(place.path(), lines.side(), lines.last());
    }
    OptionalInt now = moved(new Changed(place.commit().get(), place.path()), lines.last());
    return now.isPresent()
        ? new InlineSpot.Line(place.path(), lines.side(), now.getAsInt())
        : new InlineSpot.Outdated();
  }

  private OptionalInt moved(Changed changed, int line) throws IOException {
    Optional<FileDiff.Body> body = compared.get(changed);
    if (body == null) {
      body = compared.size() < COMPARED_MAX ? body(changed) : Optional.empty();
      compared.put(changed, body);
    }
    return body.isPresent() && body.get() instanceof FileDiff.Lines lines && !lines.isCut()
        ? LineMoves.moved(lines.hunks(), line)
        : OptionalInt.empty();
  }

  /** Returns how a file has changed; empty if its commit is not here, or the file has gone. */
  private Optional<FileDiff.Body> body(Changed changed) throws IOException {
    if (!(offers.belongs(changed.from) instanceof Outcome.Found<Oid>)) {
      return Optional.empty();
    }
    DiffPage page =
        offers
            .code()
            .diff(
                Optional.of(changed.from),
                tip,
                new Diffs.Options(changed.path, Diffs.Options.USUAL.context(), false),
                DiffLimits.OF_PATH,
                offers.budgets().diff());
    return page.files().isEmpty()
        ? Optional.of(new FileDiff.Lines(List.of(), 0, 0, false))
        : Optional.of(page.files().getFirst().body());
  }
}
