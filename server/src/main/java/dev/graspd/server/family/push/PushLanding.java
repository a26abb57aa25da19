package dev.graspd.server.family.push;

import dev.graspd.core.hunt.Urgency;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Refusal;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.Presence;
import dev.graspd.core.policy.Settlement;
import dev.graspd.core.policy.push.PushDecision;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.policy.room.Allowance;
import dev.graspd.core.policy.room.ByteSize;
import dev.graspd.core.policy.room.Quota;
import dev.graspd.core.purgatory.Ticket;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.ObjectKind;
import dev.graspd.core.repo.ObjectsHere;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.RepoState;
import dev.graspd.core.repo.Standing;
import dev.graspd.core.repo.TipsHere;
import dev.graspd.core.store.Placeholder;
import dev.graspd.server.base.UptimeClock;
import dev.graspd.server.family.FamilyChange;
import dev.graspd.server.family.FamilyEffect.Renew;
import dev.graspd.server.family.FamilyLanes;
import dev.graspd.server.family.FamilyPublisher;
import dev.graspd.server.family.FamilyWriter.StaleViewException;
import dev.graspd.server.family.HostingMetrics;
import dev.graspd.server.family.Publication;
import dev.graspd.server.family.PushVerdict;
import dev.graspd.server.family.StaleViews;
import dev.graspd.server.family.held.HostingLimits;
import dev.graspd.server.family.objects.PackBase;
import dev.graspd.server.family.objects.PackDelivery;
import dev.graspd.server.family.objects.StorageAccounts;
import dev.graspd.server.family.objects.TipLookup;
import dev.graspd.server.gate.StoreFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judges pushes and performs allowed lines, in the lane of the repository's family. */
public record PushLanding(
    PushViews views,
    Facts facts,
    TipLookup tips,
    FamilyLanes lanes,
    FamilyPublisher publisher,
    StorageAccounts accounts,
    UptimeClock clock,
    HostingLimits limits,
    HostingMetrics metrics)
    implements Pushes {
  private static final Logger LOG = LoggerFactory.getLogger(PushLanding.class);
  private static final int MISSING_SHOWN_MAX = 3;

  @Override
  public PushVerdict judge(PushRequest request) {
    List<Line> lines = allowed(request, views.judge(request, family(request)));
    PushVerdict verdict =
        new PushVerdict(lines, List.of(), allowance(request.space().address(), lines));
    metrics.pushJudged(verdict);
    return verdict;
  }

  @Override
  public Allowance room(RepoAddress repository) {
    return accounts.allowance(repository, Quota.Cause.SIGNED);
  }

  @Override
  public PackBase packBase(Identifier family) {
    return PackBase.served(Presence.served(facts.family(family)));
  }

  private Allowance allowance(RepoAddress repository, List<Line> lines) {
    List<Line.Move> moves = only(lines, Line.Move.class);
    Allowance room = accounts.allowance(repository, causeOf(moves));
    return moves.isEmpty() ? room.and(beforeItsEvent()) : room;
  }

  private Allowance beforeItsEvent() {
    long bytes = limits.maxUnsignedPushBytes();
    return new Allowance(
        bytes,
        PushReason.PUSH_NOSTR_TOO_LARGE.refusal(
            "the limit is " + ByteSize.exact(bytes) + "; publish the event first"));
  }

  private static Quota.Cause causeOf(List<Line.Move> moves) {
    return isFilling(moves) ? Quota.Cause.SIGNED : Quota.Cause.OFFERED;
  }

  private Family family(PushRequest request) {
    return facts.family(request.space().identifier());
  }

  @Override
  public CompletionStage<PushVerdict> perform(PushRequest request, PackDelivery delivery) {
    return lanes
        .land(request.from(), delivery, () -> StaleViews.retried(() -> landed(request, delivery)))
        .exceptionally(fault -> failed(request, fault));
  }

  /** Refuses an atomic push as a whole. */
  private static List<Line> allowed(PushRequest request, List<Line> lines) {
    return request.atomic() ? PushDecision.atomic(lines) : lines;
  }

  private PushVerdict landed(PushRequest request, PackDelivery delivery) {
    Family family = family(request);
    List<Line> lines =
        allowed(request, withObjects(request, family, views.judge(request, family), delivery));
    List<Line.Await> awaited = only(lines, Line.Await.class);
    List<Line.Move> moves = only(lines, Line.Move.class);
    if (!moves.isEmpty()) {
      List<Line> answered = refuseAwaited(lines, awaited);
      return request.space().isSubmissions()
          ? submitted(request, delivery, family, moves, answered)
          : moved(request, delivery, family, moves, answered);
    }
    return awaited.isEmpty()
        ? new PushVerdict(lines, List.of())
        : shelved(request, delivery, family, awaited, lines);
  }

  private static <T extends Line> List<T> only(List<Line> lines, Class<T> type) {
    return lines.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Refuses lines whose object is not here for its signer, or of the wrong kind. */
  private List<Line> withObjects(
      PushRequest request, Family family, List<Line> lines, PackDelivery delivery) {
    try (TipLookup.Here here = tips.of(family, delivery)) {
      return lines.stream()
          .map(line -> withObject(line, here.to(views.signer(line, request.space(), family))))
          .toList();
    }
  }

  private static Line withObject(Line line, ObjectsHere objects) {
    if (line instanceof Line.Refuse
        || line instanceof Line.Unchanged
        || line.command().isDeletion()) {
      return line;
    }
    Oid value = line.command().newValue();
    Optional<ObjectKind> kind = objects.kindOf(value);
    boolean isTag = line.command().ref().startsWith("refs/tags/");
    boolean fits = isTag ? kind.isPresent() : kind.equals(Optional.of(ObjectKind.COMMIT));
    return fits
        ? line
        : new Line.Refuse(
            line.command(),
            PushReason.PUSH_OBJECTS_MISSING.refusal(
                line.command().ref()
                    + (kind.isPresent() ? " is no commit: " : " needs ")
                    + value.hex()));
  }

  private static List<Line> refuseAwaited(List<Line> lines, List<Line.Await> awaited) {
    return awaited.isEmpty()
        ? lines
        : lines.stream()
            .map(line ->
                line instanceof Line.Await
                    ? new Line.Refuse(
                        line.command(), PushReason.PUSH_NOSTR_ALONE.refusal(line.command().ref()))
                    : line)
            .toList();
  }

  // ---- refs that move

  private PushVerdict moved(
      PushRequest request,
      PackDelivery delivery,
      Family family,
      List<Line.Move> moves,
      List<Line> lines) {
    PublicKey owner = request.space().owner();
    Family revived = views.revived(family, owner);
    Refs refs = family.refs(owner).with(moves.stream().map(PushLanding::change).toList());
    Family joined = revived.withRefs(owner, refs);
    Optional<RepoState> followed = joined.stateToFollow(owner);
    Settlement settlement;
    List<String> remarks;
    try (TipLookup.Here here = tips.of(joined, delivery)) {
      settlement = Settlement.of(joined, here, delivered(owner, moves));
      remarks = remarks(followed, settlement, here);
    }
    FamilyChange change =
        FamilyChange.of(family, joined, settlement)
            .causedBy("a push")
            .with(renewed(joined, owner, settlement, followed, remarks))
            .urgent(Urgency.CLIENT)
            .bringing(delivery::brings)
            .with(List.of(FamilyPublisher.packs(delivery, owner, causeOf(moves))));
    return verdictOf(publisher.published(Optional.of(delivery), change), lines, remarks);
  }

  /** Submissions need no announcement, and renew none. */
  private PushVerdict submitted(
      PushRequest request,
      PackDelivery delivery,
      Family family,
      List<Line.Move> moves,
      List<Line> lines) {
    Family joined = family;
    for (Line.Move move : moves) {
      // If its event is gone, the next attempt judges it as unknown.
      joined =
          joined.with(
              views
                  .submission(move.ref(), request.space())
                  .orElseThrow(
                      () -> new StaleViewException(move.ref().nostrEvent().orElseThrow())));
    }
    Settlement settlement;
    try (TipLookup.Here here = tips.of(joined, delivery)) {
      settlement = Settlement.of(joined, here, Collections.emptySortedSet());
    }
    FamilyChange change =
        FamilyChange.of(family, joined, settlement)
            .causedBy("a push below /prs/")
            .bringing(delivery::brings)
            .with(
                List.of(
                    FamilyPublisher.packs(delivery, request.space().owner(), Quota.Cause.OFFERED)));
    return verdictOf(publisher.published(Optional.of(delivery), change), lines, List.of());
  }

  private static PushVerdict verdictOf(
      Publication published, List<Line> lines, List<String> remarks) {
    return switch (published) {
      case Publication.Done(_, var room) ->
          new PushVerdict(lines, Stream.concat(remarks.stream(), room.remarks().stream()).toList());
      case Publication.NoRoom(var refusal) -> new PushVerdict(refuseAll(lines, refusal), List.of());
    };
  }

  private static RefChange change(Line.Move move) {
    Oid value = move.command().newValue();
    return new RefChange(move.ref(), value.isZero() ? Optional.empty() : Optional.of(value));
  }

  private static SortedSet<PublicKey> delivered(PublicKey owner, List<Line.Move> moves) {
    return isFilling(moves) ? new TreeSet<>(List.of(owner)) : Collections.emptySortedSet();
  }

  private static boolean isFilling(List<Line.Move> moves) {
    return moves.stream()
        .anyMatch(move -> move.ref().isHeadOrTag() && !move.command().isDeletion());
  }

  /** An authorised push renews the state that it follows, and its announcement. */
  private static List<Renew> renewed(
      Family family,
      PublicKey owner,
      Settlement settlement,
      Optional<RepoState> followed,
      List<String> remarks) {
    SortedSet<EventId> renewed =
        new TreeSet<>(FamilyPublisher.announcementsOf(family, new TreeSet<>(List.of(owner))));
    family.statesFor(owner).stream()
        .filter(stated -> stated.standing() == Standing.WAITING)
        .map(stated -> stated.state().id())
        .findFirst()
        .ifPresent(renewed::add);
    renewed.removeAll(settlement.released());
    renewed.removeAll(settlement.dropped());
    return renewed.stream()
        .map(id -> {
          boolean isFollowed = followed.filter(state -> state.id().equals(id)).isPresent();
          return new Renew(id, isFollowed ? String.join(" ", remarks) : "");
        })
        .toList();
  }

  private static List<String> remarks(
      Optional<RepoState> followed, Settlement settlement, TipsHere here) {
    if (followed.isEmpty() || settlement.released().contains(followed.get().id())) {
      return List.of();
    }
    Set<Oid> missing = Settlement.missing(followed.get(), here);
    List<String> refs =
        followed.get().refs().entrySet().stream()
            .filter(ref -> missing.contains(ref.getValue()))
            .map(ref -> ref.getKey() + " " + ref.getValue())
            .toList();
    return refs.isEmpty()
        ? List.of()
        : List.of(
            "the signed state is served when all of it is here; still missing: " + some(refs));
  }

  private static String some(List<String> refs) {
    String shown = String.join(", ", refs.stream().limit(MISSING_SHOWN_MAX).toList());
    int more = refs.size() - MISSING_SHOWN_MAX;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  // ---- refs that wait for their event

  private PushVerdict shelved(
      PushRequest request,
      PackDelivery delivery,
      Family family,
      List<Line.Await> awaited,
      List<Line> lines) {
    long bytes = delivery.packs().stream().mapToLong(PackDelivery.Pack::bytes).sum();
    if (bytes > limits.maxUnsignedPushBytes()) {
      return new PushVerdict(refuseAll(lines, beforeItsEvent().beyond()), List.of());
    }
    // A published commit needs no shelf.
    String shelf = delivery.packs().isEmpty() ? "" : shelve(delivery);
    List<Placeholder> put =
        awaited.stream().map(line -> placeholder(request, line, shelf, bytes)).toList();
    List<Placeholder> replaced = views.placeholders(request.space(), awaited);
    publisher.shelved(family, put, replaced);
    return new PushVerdict(lines, List.of(keptFor(put)));
  }

  private String keptFor(List<Placeholder> put) {
    Placeholder first = put.getFirst();
    long minutes = new Ticket.OfPush(first.space(), first.event()).life().toMinutes();
    String which = put.size() == 1 ? "event " + first.event() : "the events of these refs";
    return "kept for %d minutes and served to nobody yet: publish %s until then, or push again"
        .formatted(minutes, which);
  }

  private static String shelve(PackDelivery delivery) {
    try {
      return delivery.shelve();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Placeholder placeholder(PushRequest request, Line.Await line, String shelf, long bytes) {
    return new Placeholder(
        line.event(),
        request.space(),
        line.command().newValue(),
        shelf,
        views.senderOf(request),
        bytes,
        clock.now().after(new Ticket.OfPush(request.space(), line.event()).life()));
  }

  private static List<Line> refuseAll(List<Line> lines, Refusal refusal) {
    return lines.stream()
        .<Line>map(
            line -> line instanceof Line.Refuse ? line : new Line.Refuse(line.command(), refusal))
        .toList();
  }

  private static PushVerdict failed(PushRequest request, Throwable fault) {
    Refusal refusal = StoreFaults.refusalOf(fault);
    if (StoreFaults.isNews(fault)) {
      Throwable cause = StoreFaults.causeOf(fault);
      LOG.error("a push to {} could not be handled", request.space().shown(), cause);
    }
    List<Line> lines =
        request.commands().stream()
            .<Line>map(command -> new Line.Refuse(command, refusal))
            .toList();
    return new PushVerdict(lines, List.of());
  }
}
