package dev.graspd.core.talk.event;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.event.TalkEvent.Comment;
import dev.graspd.core.talk.event.TalkEvent.CoverNote;
import dev.graspd.core.talk.event.TalkEvent.Labelling;
import dev.graspd.core.talk.event.TalkEvent.Offer;
import dev.graspd.core.talk.event.TalkEvent.PatchPosition;
import dev.graspd.core.talk.event.TalkEvent.Reaction;
import dev.graspd.core.talk.event.TalkEvent.Review;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkEvent.StatusChange;
import dev.graspd.core.talk.event.TalkEvent.Update;
import dev.graspd.core.talk.event.TalkEvent.Zap;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads events of threads. An event that says nothing a thread can use is left out. */
public final class TalkReader {
  /** Longest label, in characters; longer ones do not count. */
  public static final int LABEL_MAX = 100;

  private static final Set<String> MARKS_OF_PATCHES =
      Set.of("root", "root-revision", "revision-root", "cover-letter");
  private static final String LABELS = "#t";
  private static final String SUBJECT = "#subject";
  private static final String HEADS = "refs/heads/";

  private TalkReader() {}

  /** Reads an event; empty if it is of another kind, or names nothing. */
  public static Optional<TalkEvent> read(Event event) {
    return switch (event.kind()) {
      case Kinds.ISSUE, Kinds.PULL_REQUEST, Kinds.PATCH ->
          RootKind.of(event.kind()).map(kind -> root(event, kind));
      case Kinds.PULL_REQUEST_UPDATE -> update(event);
      case Kinds.COMMENT -> comment(event);
      case Kinds.OLD_REPLY, Kinds.TEXT_NOTE -> note(event);
      case Kinds.STATUS_OPEN, Kinds.STATUS_APPLIED, Kinds.STATUS_CLOSED, Kinds.STATUS_DRAFT ->
          status(event);
      case Kinds.LABEL -> labelling(event);
      case Kinds.COVER_NOTE ->
          NamedEvents.in(event).root().map(id -> new CoverNote(event.head(), id, event.content()));
      case Kinds.REVIEW -> review(event);
      case Kinds.REACTION ->
          NamedEvents.in(event).last().map(id -> new Reaction(event.head(), id, symbol(event)));
      case Kinds.ZAP -> NamedEvents.first(event, "e").map(id -> new Zap(event.head(), id));
      default -> Optional.empty();
    };
  }

  private static Root root(Event event, RootKind kind) {
    SortedSet<RepoAddress> repositories = new TreeSet<>();
    values(event, "a").flatMap(text -> RepoAddress.parse(text).stream()).forEach(repositories::add);
    return new Root(
        event.head(),
        kind,
        Collections.unmodifiableSortedSet(repositories),
        values(event, "subject").filter(text -> !text.isBlank()).findFirst().orElse(""),
        event.content(),
        values(event, "t")
            .filter(TalkReader::isLabel)
            .filter(text -> kind != RootKind.PATCH || !MARKS_OF_PATCHES.contains(text))
            .distinct()
            .toList(),
        kind == RootKind.PATCH ? Optional.of(position(event)) : Optional.empty(),
        offer(event));
  }

  private static PatchPosition position(Event event) {
    List<String> marks = values(event, "t").toList();
    return new PatchPosition(
        NamedEvents.in(event).parent(),
        marks.contains("root-revision") || marks.contains("revision-root"),
        marks.contains("cover-letter"));
  }

  private static Optional<Offer> offer(Event event) {
    return PullRequest.of(event)
        .map(request ->
            new Offer(
                request,
                values(event, "merge-base").flatMap(text -> Oid.parse(text).stream()).findFirst(),
                Stream.concat(values(event, "b"), values(event, "target-branch"))
                    .flatMap(text -> branch(text).stream())
                    .findFirst()));
  }

  private static Optional<RefName> branch(String text) {
    return RefName.parse(text.startsWith(HEADS) ? text : HEADS + text);
  }

  private static Optional<TalkEvent> update(Event event) {
    Optional<EventId> root = NamedEvents.first(event, "E").or(() -> NamedEvents.in(event).root());
    return root.flatMap(id -> offer(event).map(offer -> new Update(event.head(), id, offer)));
  }

  private static Optional<TalkEvent> comment(Event event) {
    Optional<EventId> parent = NamedEvents.first(event, "e");
    Optional<EventId> root = NamedEvents.first(event, "E").or(() -> parent);
    return root.map(id ->
        new Comment(
            event.head(),
            id,
            parent.orElse(id),
            event.content(),
            CodePlace.of(event),
            values(event, "l").anyMatch(text -> text.equals("resolved"))));
  }

  private static Optional<TalkEvent> note(Event event) {
    NamedEvents named = NamedEvents.in(event);
    return named
        .root()
        .map(id ->
            new Comment(
                event.head(),
                id,
                named.parent().orElse(id),
                event.content(),
                Optional.empty(),
                false));
  }

  private static Optional<TalkEvent> status(Event event) {
    return NamedEvents.in(event)
        .root()
        .flatMap(id ->
            StatusWord.of(event.kind())
                .map(word -> new StatusChange(event.head(), id, word, event.content())));
  }

  private static Optional<TalkEvent> labelling(Event event) {
    SortedSet<EventId> named = NamedEvents.in(event).all();
    List<String> labels = labels(event, LABELS).filter(TalkReader::isLabel).distinct().toList();
    Optional<String> subject = labels(event, SUBJECT).filter(text -> !text.isBlank()).findFirst();
    return named.isEmpty() || (labels.isEmpty() && subject.isEmpty())
        ? Optional.empty()
        : Optional.of(new Labelling(event.head(), named, labels, subject));
  }

  /** Labels of a namespace that the event declares (NIP-32). */
  private static Stream<String> labels(Event event, String namespace) {
    return values(event, "L").noneMatch(namespace::equals)
        ? Stream.empty()
        : event.tags().stream()
            .filter(tag ->
                tag.is("l") && tag.items().size() > 2 && tag.items().get(2).equals(namespace))
            .map(Tag::value);
  }

  private static Optional<TalkEvent> review(Event event) {
    Optional<ReviewVerdict> verdict =
        values(event, "s").flatMap(text -> ReviewVerdict.parse(text).stream()).findFirst();
    List<EventId> comments =
        values(event, "q")
            .filter(text -> Hex.isLowerHex(text, 64))
            .map(EventId::parse)
            .distinct()
            .toList();
    return NamedEvents.in(event)
        .root()
        .flatMap(id ->
            verdict.map(word -> new Review(event.head(), id, word, comments, event.content())));
  }

  private static String symbol(Event event) {
    return event.content().isBlank() ? "+" : event.content().strip();
  }

  private static boolean isLabel(String text) {
    return !text.isBlank() && text.length() <= LABEL_MAX;
  }

  private static Stream<String> values(Event event, String name) {
    return event.tags().stream().filter(tag -> tag.is(name) && tag.hasValue()).map(Tag::value);
  }
}
