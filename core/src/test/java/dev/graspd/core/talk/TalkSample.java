package dev.graspd.core.talk;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.talk.member.Members;
import dev.graspd.core.talk.thread.TalkThread;
import dev.graspd.core.talk.thread.Threads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Events and members for tests of threads; keys are called by name. */
public final class TalkSample {
  public static final PublicKey OWNER = key("0a");
  public static final PublicKey LEAD = key("0b");
  public static final PublicKey MAINTAINER = key("0c");
  public static final PublicKey MODERATOR = key("0d");
  public static final PublicKey AUTHOR = key("0e");
  public static final PublicKey STRANGER = key("0f");

  public static final RepoAddress REPOSITORY = new RepoAddress(OWNER, new Identifier("repo"));

  public static final Members MEMBERS =
      new Members(REPOSITORY, keys(OWNER, LEAD, MAINTAINER), keys(LEAD), keys(MODERATOR));

  public static final String TIP = "1".repeat(40);
  public static final String NEXT_TIP = "2".repeat(40);

  private static final Signature SIGNATURE = Signature.parse("5f".repeat(64));

  private TalkSample() {}

  public static PublicKey key(String twoDigits) {
    return PublicKey.parse(twoDigits.repeat(32));
  }

  /** Returns the key of this name. */
  public static PublicKey called(String name) {
    return switch (name) {
      case "owner" -> OWNER;
      case "lead" -> LEAD;
      case "maintainer" -> MAINTAINER;
      case "moderator" -> MODERATOR;
      case "author" -> AUTHOR;
      case "stranger" -> STRANGER;
      default -> throw new IllegalArgumentException(name);
    };
  }

  public static SortedSet<PublicKey> keys(PublicKey... keys) {
    return new TreeSet<>(List.of(keys));
  }

  public static Event event(int kind, PublicKey by, long at, String content, Tag... tags) {
    UnsignedEvent body = new UnsignedEvent(by, at, kind, List.of(tags), content);
    return body.signed(body.id(), SIGNATURE);
  }

  public static Tag repo() {
    return Tag.of("a", REPOSITORY.toString());
  }

  public static Event issue(String content, Tag... more) {
    return event(Kinds.ISSUE, AUTHOR, 100, content, with(repo(), more));
  }

  public static Event pullRequest(Tag... more) {
    return event(
        Kinds.PULL_REQUEST, AUTHOR, 100, "text", with(repo(), with(Tag.of("c", TIP), more)));
  }

  public static Event patch(PublicKey by, long at, String content, Tag... more) {
    return event(Kinds.PATCH, by, at, content, with(repo(), more));
  }

  public static Event status(int kind, PublicKey by, long at, Event root) {
    return event(kind, by, at, "", Tag.of("e", root.id().hex(), "", "root"));
  }

  public static Event comment(PublicKey by, long at, Event root, Event parent, Tag... more) {
    return event(
        Kinds.COMMENT,
        by,
        at,
        "said at " + at,
        with(Tag.of("E", root.id().hex()), with(Tag.of("e", parent.id().hex()), more)));
  }

  public static Event label(PublicKey by, long at, Event target, String space, String... labels) {
    Tag[] tags = new Tag[labels.length + 2];
    tags[0] = Tag.of("e", target.id().hex());
    tags[1] = Tag.of("L", space);
    for (int i = 0; i < labels.length; i++) {
      tags[i + 2] = Tag.of("l", labels[i], space);
    }
    return event(Kinds.LABEL, by, at, "", tags);
  }

  public static Tag[] with(Tag first, Tag... more) {
    Tag[] all = new Tag[more.length + 1];
    all[0] = first;
    System.arraycopy(more, 0, all, 1, more.length);
    return all;
  }

  /** Returns the thread of a root among these events. */
  public static TalkThread thread(Event root, Collection<Event> events) {
    return TalkThread.of(Threads.of(events, MEMBERS).get(root.id()), MEMBERS, false);
  }

  public static TalkThread thread(Event root, Event... others) {
    List<Event> all = new ArrayList<>(List.of(others));
    all.add(root);
    return thread(root, all);
  }
}
