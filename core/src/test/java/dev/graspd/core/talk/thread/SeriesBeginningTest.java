package dev.graspd.core.talk.thread;

import static dev.graspd.core.talk.TalkSample.AUTHOR;
import static dev.graspd.core.talk.TalkSample.event;
import static dev.graspd.core.talk.TalkSample.issue;
import static dev.graspd.core.talk.TalkSample.repo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.Kinds;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.talk.event.TalkEvent;
import dev.graspd.core.talk.event.TalkEvent.Root;
import dev.graspd.core.talk.event.TalkReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeriesBeginningTest {
  private final Map<EventId, TalkEvent> here = new HashMap<>();

  private Root put(Event event) {
    Root read = (Root) TalkReader.read(event).orElseThrow();
    here.put(read.id(), read);
    return read;
  }

  private Root patch(int number, EventId previous) {
    return put(
        event(
            Kinds.PATCH,
            AUTHOR,
            number,
            "patch " + number,
            repo(),
            Tag.of("e", previous.hex(), "", "reply")));
  }

  private Root beginning(Root of) {
    return SeriesBeginning.of(of, id -> Optional.ofNullable(here.get(id)), _ -> true);
  }

  @Test
  void patchIsInTheThreadOfTheFirstOne() {
    Root first = put(event(Kinds.PATCH, AUTHOR, 1, "patch 1", repo()));
    Root second = patch(2, first.id());
    Root third = patch(3, second.id());
    assertThat(beginning(third)).isEqualTo(first);
    assertThat(beginning(first)).isEqualTo(first);
  }

  @Test
  void patchBeginsAThreadIfTheOneBeforeItIsNotHereOrNoPatch() {
    Root lonely = patch(1, EventId.parse("ab".repeat(32)));
    Root ofIssue = patch(2, put(issue("x")).id());
    assertThat(beginning(lonely)).isEqualTo(lonely);
    assertThat(beginning(ofIssue)).isEqualTo(ofIssue);
  }

  @Test
  void patchesOfOtherRepositoriesBeginNoThreadOfThisOne() {
    Root foreign = put(event(Kinds.PATCH, AUTHOR, 1, "elsewhere"));
    Root own = patch(2, foreign.id());
    Root next = patch(3, own.id());
    assertThat(
            SeriesBeginning.of(
                next,
                id -> Optional.ofNullable(here.get(id)),
                root -> !root.repositories().isEmpty()))
        .isEqualTo(own);
  }

  @Test
  void wayBackHasABound() {
    Root last = put(event(Kinds.PATCH, AUTHOR, 0, "patch 0", repo()));
    Root first = last;
    for (int i = 1; i <= SeriesBeginning.PATCHES_MAX + 1; i++) {
      last = patch(i, last.id());
    }
    assertThat(beginning(last).head().createdAt()).isEqualTo(first.head().createdAt() + 1);
  }
}
