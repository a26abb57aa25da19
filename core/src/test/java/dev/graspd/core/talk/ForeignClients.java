package dev.graspd.core.talk;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.thread.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Events as two clients write them, and what these clients make of threads: ngit 3 and gitworkshop,
 * as their sources of 2026 say. Written again from what they do, as plainly as possible.
 */
public final class ForeignClients {
  private static final String RELAY = "wss://relay.example.org";
  private static final Set<String> MARKS =
      Set.of("root", "root-revision", "revision-root", "cover-letter");

  private static final Set<Integer> STATUSES =
      Set.of(Kinds.STATUS_OPEN, Kinds.STATUS_APPLIED, Kinds.STATUS_CLOSED, Kinds.STATUS_DRAFT);

  private ForeignClients() {}

  /** What a client shows of a thread; the status is a kind. */
  public record Decided(
      int status, String title, SortedSet<String> labels, Optional<String> cover) {}

  /** How a client writes its events. */
  public interface Style {
    Event issue(String subject, String content, String... labels);

    Event pullRequest(String subject, String content);

    Event patch(String subject, String message);

    Event status(int kind, PublicKey by, long at, Event root);

    Event label(PublicKey by, long at, Event target, String... labels);

    Event rename(PublicKey by, long at, Event target, String title);

    Event coverNote(PublicKey by, long at, Event root, String text);
  }

  /** The state as the kind of the status that says it. */
  public static int kindOf(State state) {
    return switch (state) {
      case OPEN -> Kinds.STATUS_OPEN;
      case DRAFT -> Kinds.STATUS_DRAFT;
      case MERGED, RESOLVED -> Kinds.STATUS_APPLIED;
      case CLOSED -> Kinds.STATUS_CLOSED;
    };
  }

  // ---- how they write

  public static final Style NGIT =
      new Style() {
        @Override
        public Event issue(String subject, String content, String... labels) {
          List<Tag> tags = new ArrayList<>(toRepository());
          if (!subject.isEmpty()) {
            tags.add(Tag.of("subject", subject));
          }
          tags.add(Tag.of("alt", "git issue: " + subject));
          Stream.of(labels).forEach(label -> tags.add(Tag.of("t", label)));
          return event(Kinds.ISSUE, TalkSample.AUTHOR, 100, content, tags);
        }

        @Override
        public Event pullRequest(String subject, String content) {
          List<Tag> tags = new ArrayList<>(toRepository());
          tags.add(Tag.of("subject", subject));
          tags.add(Tag.of("alt", "git Pull Request: " + subject));
          tags.add(Tag.of("branch-name", "feature"));
          tags.add(Tag.of("c", TalkSample.TIP));
          tags.add(Tag.of("clone", "https://git.example.org/repo.git"));
          tags.add(Tag.of("merge-base", "3".repeat(40)));
          return event(Kinds.PULL_REQUEST, TalkSample.AUTHOR, 100, content, tags);
        }

        @Override
        public Event patch(String subject, String message) {
          String text =
              "From %s Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nDate: Mon, 17 Sep 2001\nSubject: [PATCH] %s\n\n%s\n---\n"
                  .formatted(TalkSample.TIP, subject, message);
          List<Tag> tags = new ArrayList<>(toRepository());
          tags.add(Tag.of("r", TalkSample.TIP));
          tags.add(Tag.of("alt", "git patch: " + subject));
          tags.add(Tag.of("t", "root"));
          tags.add(Tag.of("commit", TalkSample.TIP));
          tags.add(Tag.of("parent-commit", "3".repeat(40)));
          tags.add(Tag.of("commit-pgp-sig", ""));
          tags.add(Tag.of("description", subject + "\n\n" + message));
          return event(Kinds.PATCH, TalkSample.AUTHOR, 100, text, tags);
        }

        @Override
        public Event status(int kind, PublicKey by, long at, Event root) {
          List<Tag> tags = new ArrayList<>();
          tags.add(Tag.of("alt", "status changed"));
          tags.add(Tag.of("e", root.id().hex(), RELAY, "root"));
          tags.add(Tag.of("p", root.author().hex()));
          tags.addAll(toRepository());
          tags.add(Tag.of("r", "4".repeat(40)));
          return event(kind, by, at, "", tags);
        }

        @Override
        public Event label(PublicKey by, long at, Event target, String... labels) {
          List<Tag> tags = new ArrayList<>(List.of(Tag.of("L", "#t")));
          Stream.of(labels).forEach(label -> tags.add(Tag.of("l", label, "#t")));
          tags.add(Tag.of("e", target.id().hex(), RELAY));
          tags.add(Tag.of("p", target.author().hex()));
          return event(Kinds.LABEL, by, at, "", tags);
        }

        @Override
        public Event rename(PublicKey by, long at, Event target, String title) {
          return event(
              Kinds.LABEL,
              by,
              at,
              "",
              List.of(
                  Tag.of("L", "#subject"),
                  Tag.of("l", title, "#subject"),
                  Tag.of("e", target.id().hex(), RELAY),
                  Tag.of("p", target.author().hex())));
        }

        @Override
        public Event coverNote(PublicKey by, long at, Event root, String text) {
          return GITWORKSHOP.coverNote(by, at, root, text);
        }
      };

  public static final Style GITWORKSHOP =
      new Style() {
        @Override
        public Event issue(String subject, String content, String... labels) {
          List<Tag> tags = new ArrayList<>();
          tags.add(TalkSample.repo());
          tags.add(Tag.of("p", TalkSample.OWNER.hex()));
          tags.add(Tag.of("subject", subject));
          tags.add(Tag.of("alt", "Git issue: " + subject));
          Stream.of(labels).forEach(label -> tags.add(Tag.of("t", label)));
          return event(Kinds.ISSUE, TalkSample.AUTHOR, 100, content, tags);
        }

        @Override
        public Event pullRequest(String subject, String content) {
          return NGIT.pullRequest(subject, content);
        }

        @Override
        public Event patch(String subject, String message) {
          return NGIT.patch(subject, message);
        }

        @Override
        public Event status(int kind, PublicKey by, long at, Event root) {
          return event(
              kind,
              by,
              at,
              "",
              List.of(
                  Tag.of("e", root.id().hex(), "", "root"),
                  TalkSample.repo(),
                  Tag.of("alt", "Status change"),
                  Tag.of("p", root.author().hex())));
        }

        @Override
        public Event label(PublicKey by, long at, Event target, String... labels) {
          List<Tag> tags = new ArrayList<>();
          tags.add(Tag.of("e", target.id().hex()));
          tags.add(Tag.of("L", "#t"));
          Stream.of(labels).forEach(label -> tags.add(Tag.of("l", label, "#t")));
          return event(Kinds.LABEL, by, at, "", tags);
        }

        @Override
        public Event rename(PublicKey by, long at, Event target, String title) {
          return event(
              Kinds.LABEL,
              by,
              at,
              "",
              List.of(
                  Tag.of("e", target.id().hex()),
                  Tag.of("L", "#subject"),
                  Tag.of("l", title, "#subject")));
        }

        @Override
        public Event coverNote(PublicKey by, long at, Event root, String text) {
          return event(
              Kinds.COVER_NOTE,
              by,
              at,
              text,
              List.of(
                  Tag.of("e", root.id().hex(), "", "root"),
                  Tag.of("p", root.author().hex()),
                  Tag.of("k", Integer.toString(root.kind())),
                  Tag.of("alt", "Cover note for a git issue or PR")));
        }
      };

  private static Event event(int kind, PublicKey by, long at, String content, List<Tag> tags) {
    return TalkSample.event(kind, by, at, content, tags.toArray(Tag[]::new));
  }

  private static List<Tag> toRepository() {
    return List.of(
        Tag.of("a", TalkSample.REPOSITORY.toString(), RELAY),
        Tag.of("a", "30617:" + TalkSample.MAINTAINER.hex() + ":repo", RELAY),
        Tag.of("p", TalkSample.OWNER.hex()));
  }

  // ---- what they make of it

  /** What ngit lists: the author's and maintainers' word counts, whatever it is. */
  public static Decided asNgitShows(Event root, List<Event> events) {
    String firstLine = root.content().lines().findFirst().orElse("").strip();
    return decided(root, events, status -> mayEdit(root, status), firstLine);
  }

  /** What gitworkshop lists: only maintainers end what brings commits. */
  public static Decided asGitworkshopShows(Event root, List<Event> events) {
    return decided(
        root,
        events,
        status ->
            endsWork(root, status)
                ? TalkSample.MEMBERS.isMaintainer(status.author())
                : mayEdit(root, status),
        "(untitled)");
  }

  private static boolean endsWork(Event root, Event status) {
    boolean isEnd = status.kind() == Kinds.STATUS_APPLIED || status.kind() == Kinds.STATUS_CLOSED;
    return isEnd && root.kind() != Kinds.ISSUE;
  }

  private static boolean mayEdit(Event root, Event event) {
    return event.author().equals(root.author()) || TalkSample.MEMBERS.isMaintainer(event.author());
  }

  private static Decided decided(
      Event root, List<Event> events, Predicate<Event> counts, String untitled) {
    List<Event> about =
        events.stream()
            .filter(event -> values(event, "e").contains(root.id().hex()))
            .sorted(Comparator.comparingLong(Event::createdAt).thenComparing(Event::id))
            .toList();
    int status = Kinds.STATUS_OPEN;
    String title = ownTitle(root).orElse(untitled);
    SortedSet<String> labels = new TreeSet<>(values(root, "t"));
    labels.removeAll(MARKS);
    Optional<String> cover = Optional.empty();
    for (Event event : about) {
      if (STATUSES.contains(event.kind()) && counts.test(event)) {
        status = event.kind();
      } else if (event.kind() == Kinds.LABEL && mayEdit(root, event)) {
        labels.addAll(labels(event, "#t"));
        title = labels(event, "#subject").stream().findFirst().orElse(title);
      } else if (event.kind() == Kinds.COVER_NOTE && mayEdit(root, event)) {
        cover = Optional.of(event.content());
      }
    }
    return new Decided(status, title, labels, cover);
  }

  private static Optional<String> ownTitle(Event root) {
    return values(root, root.kind() == Kinds.PATCH ? "description" : "subject").stream()
        .map(text -> text.lines().findFirst().orElse(""))
        .findFirst();
  }

  private static List<String> values(Event event, String name) {
    return event.tags().stream().filter(tag -> tag.is(name)).map(Tag::value).toList();
  }

  private static List<String> labels(Event event, String space) {
    return event.tags().stream()
        .filter(tag -> tag.is("l") && tag.items().size() > 2 && tag.items().get(2).equals(space))
        .map(Tag::value)
        .toList();
  }
}
