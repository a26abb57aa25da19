package dev.graspd.server.migrate;

import dev.graspd.core.nostr.Address;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.migrate.ngit.OldRefs;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares what another server serves with what this one serves (operations.md, M-8): ids by kind
 * and month, refs and HEAD by repository. First everything of this server, then everything of the
 * other. Pure; for one thread.
 */
public final class Verification {
  /** A kind in a month, such as {@code 2026-11}. */
  private record Group(int kind, String month) implements Comparable<Group> {
    @Override
    public int compareTo(Group other) {
      int byKind = Integer.compare(kind, other.kind);
      return byKind == 0 ? month.compareTo(other.month) : byKind;
    }
  }

  private static final class Counts {
    long found;
    long here;
    long replaced;
    long missing;
  }

  /** What identifies an event and its versions. */
  public record Head(EventId id, int kind, long createdAt, Optional<Address> address) {}

  private final Set<EventId> here = new HashSet<>();
  private final Map<Address, Long> newest = new HashMap<>();
  private final SortedMap<Group, Counts> groups = new TreeMap<>();
  private final Counts refs = new Counts();
  private final List<String> differences = new ArrayList<>();
  private long notNamed;
  private long matched;

  /** Notes an event of this server. */
  public void here(Head head) {
    here.add(head.id);
    head.address.ifPresent(address -> newest.merge(address, head.createdAt, Math::max));
  }

  /** Compares an event of the other server. */
  public void there(Head head) {
    Counts counts = groups.computeIfAbsent(group(head), _ -> new Counts());
    counts.found++;
    if (here.contains(head.id)) {
      counts.here++;
      matched++;
    } else if (isObeyed(head) || isReplaced(head)) {
      counts.replaced++;
    } else {
      counts.missing++;
      difference("event %s, kind %d is not here".formatted(head.id, head.kind));
    }
  }

  /** A deletion may be obeyed or remembered without being served. */
  private static boolean isObeyed(Head head) {
    return head.kind == Kinds.DELETION || head.kind == Kinds.VANISH;
  }

  private boolean isReplaced(Head head) {
    return head.address.map(newest::get).filter(time -> time >= head.createdAt).isPresent();
  }

  private static Group group(Head head) {
    long seconds = Math.clamp(head.createdAt, 0, Integer.MAX_VALUE * 2L);
    String date = Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC).toString();
    return new Group(head.kind, date.substring(0, "2026-11".length()));
  }

  /** Compares the refs of a repository; none here if it is not served. */
  public void refs(RepoAddress address, OldRefs there, OldRefs own) {
    there
        .refs()
        .forEach((name, id) -> {
          refs.found++;
          if (id.equals(own.refs().get(name))) {
            refs.here++;
          } else {
            refs.missing++;
            difference(
                "%s %s: %s there, %s here"
                    .formatted(
                        address.shown(),
                        name,
                        id,
                        Optional.ofNullable(own.refs().get(name))
                            .map(Object::toString)
                            .orElse("nothing")));
          }
        });
    if (!there.refs().isEmpty() && !there.head().equals(own.head())) {
      refs.missing++;
      refs.found++;
      difference(
          "%s HEAD: %s there, %s here"
              .formatted(address.shown(), shown(there.head()), shown(own.head())));
    }
  }

  private static String shown(Optional<RefName> head) {
    return head.map(Object::toString).orElse("nothing");
  }

  /** Names something that is not the same. */
  public void difference(String line) {
    if (differences.size() < ImportReport.DIFFERENCES_MAX) {
      differences.add(line);
    } else {
      notNamed++;
    }
  }

  /** Returns whether everything that the other server serves is here. */
  public boolean isSame() {
    return differences.isEmpty();
  }

  /** Returns the report as text: months only where something is missing. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    SortedMap<Integer, Counts> kinds = new TreeMap<>();
    groups.forEach((group, one) -> {
      Counts sum = kinds.computeIfAbsent(group.kind, _ -> new Counts());
      sum.found += one.found;
      sum.here += one.here;
      sum.replaced += one.replaced;
      sum.missing += one.missing;
    });
    kinds.forEach((kind, one) -> {
      lines.add(
          "kind %d: %d there, %d the same here, %d replaced or obeyed here, %d missing"
              .formatted(kind, one.found, one.here, one.replaced, one.missing));
      groups.forEach((group, month) -> {
        if (group.kind == kind && month.missing > 0) {
          lines.add("  %s: %d missing".formatted(group.month, month.missing));
        }
      });
    });
    lines.add(
        "refs: %d there, %d the same here, %d different"
            .formatted(refs.found, refs.here, refs.missing));
    lines.add("only here: %d events".formatted(here.size() - matched));
    differences.forEach(line -> lines.add("difference: " + line));
    if (notNamed > 0) {
      lines.add("and %d more differences, which are not named".formatted(notNamed));
    }
    return lines;
  }

  /** Returns the report as JSON; docs/reference/verify-report.schema.json has its schema. */
  public String json() {
    List<String> events = new ArrayList<>();
    groups.forEach((group, one) ->
        events.add(
            "{\"kind\":%d,\"month\":\"%s\",\"found\":%d,\"here\":%d,\"replaced\":%d,\"missing\":%d}"
                .formatted(
                    group.kind, group.month, one.found, one.here, one.replaced, one.missing)));
    return "{\"version\":1,\"same\":%s,\"events\":[%s],\"refs\":{\"found\":%d,\"here\":%d,\"different\":%d},\"only_here\":%d,\"differences\":[%s],\"differences_not_named\":%d}"
        .formatted(
            isSame(),
            String.join(",", events),
            refs.found,
            refs.here,
            refs.missing,
            here.size() - matched,
            String.join(",", differences.stream().map(ImportReport::quoted).toList()),
            notNamed);
  }
}
