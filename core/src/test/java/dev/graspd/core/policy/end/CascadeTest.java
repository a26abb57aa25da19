package dev.graspd.core.policy.end;

import static dev.graspd.core.policy.Example.announced;
import static dev.graspd.core.policy.Example.announcement;
import static dev.graspd.core.policy.Example.empty;
import static dev.graspd.core.policy.Example.event;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.oid;
import static dev.graspd.core.policy.Example.state;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.policy.Example;
import dev.graspd.core.policy.Facts;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.policy.end.Cascade.Candidate;
import dev.graspd.core.repo.Family;
import dev.graspd.core.repo.RefChange;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.Standing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alice's repository is gone, Bob's of the same name is here. */
class CascadeTest {
  private static final String GONE = "30617:" + key("a") + ":repo";
  private static final String HERE = "30617:" + key("b") + ":repo";
  private static final Event BOBS = announcement("b", 1, "");
  private static final Event BOBS_STATE = state("b", 1, "main=1");
  private static final HostingRules RULES =
      new HostingRules(Example.SERVICE, key("f"), List.of(), List.of(), 100, 10);
  private static final Family FAMILY = empty().with(announced(BOBS, Standing.SERVED));

  /** Events in few words: {@code name kind tag=target tag=target}. */
  private static final class World {
    private final Map<String, Event> events = new HashMap<>();

    World(String script) {
      for (String line : script.split(";", -1)) {
        List<String> words = List.of(line.strip().split(" +", -1));
        List<Tag> tags = new ArrayList<>(List.of(Tag.of("n", words.getFirst())));
        words.stream().skip(2).forEach(word -> tags.add(tag(word)));
        String author = words.getFirst().startsWith("own") ? "f" : "c";
        events.put(
            words.getFirst(),
            event(Integer.parseInt(words.get(1)), author, 1, tags.toArray(Tag[]::new)));
      }
    }

    private Tag tag(String word) {
      String name = word.substring(0, word.indexOf('='));
      String target = word.substring(word.indexOf('=') + 1);
      return Tag.of(
          name,
          switch (target) {
            case "gone" -> GONE;
            case "here" -> HERE;
            case "state" -> "30618:" + key("b") + ":repo";
            case "announcement" -> BOBS.id().hex();
            case "1" -> oid(1).hex();
            default ->
                Optional.ofNullable(events.get(target))
                    .orElseThrow(() -> new AssertionError("no event " + target))
                    .id()
                    .hex();
          });
    }

    String going() {
      List<Event> served = new ArrayList<>(events.values());
      served.add(BOBS);
      served.add(BOBS_STATE);
      Facts facts = Example.facts(Map.of(Example.REPO, FAMILY), served);
      List<Candidate> candidates =
          events.values().stream()
              .filter(one -> Cascade.canDepend(one.kind()))
              .map(one -> Candidate.of(one, Cascade.isAnchored(one, facts, RULES)))
              .toList();
      var going = Cascade.going(candidates);
      return events.entrySet().stream()
          .filter(entry -> going.contains(entry.getValue().id()))
          .map(Map.Entry::getKey)
          .sorted()
          .collect(Collectors.joining(" "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // events that depend on the repository go, and events that depend on those
        "i 1621 a=gone                                           | i",
        "i 1621 a=gone; c 1111 E=i; d 1111 e=c                   | c d i",
        "p 1617 a=gone; s 1631 e=p                               | p s",
        "i 1621 a=gone; r 7 e=i; q 1 q=i                         | i q r",
        // one that names another repository, its announcement or its state stays
        "i 1621 a=gone a=here                                    | ''",
        "i 1621 a=gone A=here; c 1111 e=i; d 1111 e=c            | ''",
        "i 1621 a=gone q=announcement                            | ''",
        "i 1621 a=gone a=state                                   | ''",
        // so does one that names a dependent of another, and then the event that this one names
        "j 1621 a=here; i 1621 a=gone; c 1111 e=i q=j            | ''",
        "j 1621 a=here; i 1621 a=gone; c 1111 e=i; m 1111 q=j    | c i",
        // one that is here because another names it goes with that one
        "n 1; i 1621 a=gone q=n                                  | i n",
        "n 1; i 1621 a=gone q=n; j 1621 a=here q=n               | ''",
        // two that name each other do not keep each other
        "i 1621 a=gone; c 1111 e=i; x 1 e=c; y 1 e=x             | c i x y",
        // pull requests need a repository of their own
        "p 1618 a=gone c=1; c 1111 e=p                           | c p",
        "p 1618 a=gone a=here c=1; c 1111 e=p                    | ''",
        "p 1618 a=gone c=1; u 1619 E=p c=1                       | p u",
        "p 1618 a=here c=1; u 1619 E=p c=1                       | ''",
        "p 1618 a=gone c=1; j 1621 a=here; c 1111 e=p e=j        | p",
        // the server's own events are free
        "own 1 a=gone; i 1621 a=gone                             | i"
      })
  void exactlyThatGoesWhichWouldBeRefusedNow(String script, String going) {
    assertThat(new World(script).going()).isEqualTo(going);
  }

  @Test
  void pullRequestWhoseRefASiblingShowsStays() {
    Event request = event(1618, "c", 1, Tag.of("a", GONE), Tag.of("c", oid(1).hex()));
    Facts before = Example.facts(Map.of(Example.REPO, FAMILY), List.of(request, BOBS));
    RefChange shown = new RefChange(RefName.ofNostrEvent(request.id()), Optional.of(oid(1)));
    Family showing = FAMILY.withRefs(key("b"), Refs.NONE.with(List.of(shown)));
    Facts after = Example.facts(Map.of(Example.REPO, showing), List.of(request, BOBS));

    assertThat(Cascade.isAnchored(request, before, RULES)).isFalse();
    assertThat(Cascade.isAnchored(request, after, RULES)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0", "5", "62", "10002", "10317", "30617", "30618"})
  void whatBelongsToNoThreadNeverGoesWithOne(int kind) {
    assertThat(Cascade.canDepend(kind)).isFalse();
  }
}
