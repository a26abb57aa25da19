package dev.graspd.core.policy.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.EventId;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.PullRequest;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoState;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PushDecisionTest {
  private static final PublicKey ALICE = PublicKey.parse("a1".repeat(32));
  private static final Event PR = event(1618, Tag.of("c", oid(5).hex()));
  private static final String UNKNOWN = "refs/nostr/" + "0c".repeat(32);

  private static Oid oid(int number) {
    return new Oid(String.format("%040x", number));
  }

  private static Event event(int kind, Tag... tags) {
    UnsignedEvent body = new UnsignedEvent(ALICE, 1, kind, List.of(tags), "");
    return body.signed(body.id(), Signature.of(new byte[64]));
  }

  /** Main is 1 and signed as 2; old is 3 and not signed; same is 4 and signed as 4. */
  private static final RepoState STATE =
      RepoState.of(
              event(
                  30618,
                  Tag.of("d", "repo"),
                  Tag.of("refs/heads/main", oid(2).hex()),
                  Tag.of("refs/heads/same", oid(4).hex()),
                  Tag.of("refs/tags/v1", oid(6).hex())))
          .orElseThrow();

  private static final RepoState EMPTY_STATE =
      RepoState.of(event(30618, Tag.of("d", "repo"))).orElseThrow();

  private static PushView view(Optional<RepoState> state) {
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    refs.put(new RefName("refs/heads/main"), oid(1));
    refs.put(new RefName("refs/heads/old"), oid(3));
    refs.put(new RefName("refs/heads/same"), oid(4));
    SortedMap<EventId, PullRequest> requests = new TreeMap<>();
    requests.put(PR.id(), PullRequest.of(PR).orElseThrow());
    SortedSet<EventId> foreign = new TreeSet<>(List.of(EventId.parse("0d".repeat(32))));
    SortedSet<EventId> unrelated = new TreeSet<>(List.of(EventId.parse("0e".repeat(32))));
    return new PushView(
        "wss://git.example.org", Optional.empty(), refs, state, requests, unrelated, foreign);
  }

  private static Line decide(String ref, int to, Optional<RepoState> state) {
    String name = ref.equals("PR") ? "refs/nostr/" + PR.id() : ref;
    PushCommand command = new PushCommand(name, oid(99), oid(to));
    return PushDecision.decide(List.of(command), view(state)).getFirst();
  }

  private static String outcome(Line line) {
    return switch (line) {
      case Line.Move _ -> "move";
      case Line.Unchanged _ -> "unchanged";
      case Line.Await _ -> "await";
      case Line.Refuse(_, var refusal) -> refusal.reason().slug();
    };
  }

  @ParameterizedTest
  @CsvSource({
    // ref, new value (0 = deletion), outcome
    "refs/heads/main,  2, move",
    "refs/heads/main,  9, push-unsigned",
    "refs/heads/main,  1, unchanged",
    "refs/heads/main,  0, push-deletion-unsigned",
    "refs/heads/old,   0, move",
    "refs/heads/old,   9, push-unsigned",
    "refs/heads/same,  4, unchanged",
    "refs/heads/new,   9, push-unsigned",
    "refs/heads/none,  0, unchanged",
    "refs/heads/pr/x,  9, push-pull-request-branch",
    "refs/tags/v1,     6, move",
    "refs/tags/v1,     7, push-unsigned",
    "refs/notes/x,     9, push-ref-forbidden",
    "HEAD,             9, push-ref-forbidden",
    "refs/heads/a..b,  9, push-ref-forbidden",
    "PR,               5, move",
    "PR,               6, push-nostr-mismatch",
    "PR,               0, push-nostr-deletion",
    "refs/nostr/ABCD,  5, push-ref-forbidden",
    "refs/nostr/0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c, 5, await",
    "refs/nostr/0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d, 5, push-nostr-taken",
    "refs/nostr/0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e, 5, push-nostr-unrelated"
  })
  void lineIsJudgedByTheNewestState(String ref, int to, String expected) {
    assertThat(outcome(decide(ref, to, Optional.of(STATE)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "refs/heads/main,  2, push-unsigned",
    "refs/heads/main,  1, unchanged",
    "refs/heads/main,  0, push-unsigned",
    "PR,               5, move"
  })
  void withoutAStateOnlyPullRequestsMove(String ref, int to, String expected) {
    assertThat(outcome(decide(ref, to, Optional.empty()))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "refs/heads/main,  2, push-ref-forbidden",
    "refs/heads/main,  1, push-ref-forbidden",
    "refs/heads/main,  0, push-ref-forbidden",
    "refs/heads/pr/x,  5, push-ref-forbidden",
    "refs/tags/v1,     6, push-ref-forbidden",
    "refs/notes/x,     9, push-ref-forbidden",
    "HEAD,             9, push-ref-forbidden",
    "refs/nostr/ABCD,  5, push-ref-forbidden",
    "PR,               5, move",
    "PR,               6, push-nostr-mismatch",
    "PR,               0, push-nostr-deletion",
    "refs/nostr/0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, 7, unchanged",
    "refs/nostr/0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c, 5, await",
    "refs/nostr/0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d, 5, push-nostr-taken",
    "refs/nostr/0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e, 5, push-nostr-unrelated"
  })
  void belowPrsOnlyPullRequestsArePushed(String ref, int to, String expected) {
    PushView hosted = view(Optional.of(STATE));
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    refs.put(new RefName("refs/nostr/" + "0b".repeat(32)), oid(7));
    PushView submissions =
        PushView.ofSubmissions(
            hosted.relayUrl(),
            refs,
            hosted.pullRequests(),
            hosted.unrelated(),
            hosted.foreignPlaceholders());
    String name = ref.equals("PR") ? "refs/nostr/" + PR.id() : ref;
    PushCommand command = new PushCommand(name, oid(99), oid(to));
    assertThat(outcome(PushDecision.decide(List.of(command), submissions).getFirst()))
        .isEqualTo(expected);
  }

  @Test
  void stateWithoutRefsDeletesNothing() {
    assertThat(outcome(decide("refs/heads/main", 0, Optional.of(EMPTY_STATE))))
        .isEqualTo("push-deletion-unsigned");
  }

  @Test
  void refusalSaysWhatWasExpectedAndWhatToDo() {
    Line.Refuse line = (Line.Refuse) decide("refs/heads/main", 9, Optional.of(STATE));
    assertThat(line.refusal().text())
        .isEqualTo(
            "no signed state for refs/heads/main at 00000000 (state "
                + STATE.id().hex().substring(0, 8)
                + " says 00000000): publish kind 30618 to wss://git.example.org first, push"
                + " through its nostr:// remote ('git push' there signs first), or send a pull"
                + " request");
  }

  @Test
  void refNamedTwiceIsRefusedTheSecondTime() {
    PushCommand good = new PushCommand("refs/heads/main", oid(1), oid(2));
    assertThat(PushDecision.decide(List.of(good, good), view(Optional.of(STATE))))
        .extracting(PushDecisionTest::outcome)
        .containsExactly("move", "push-ref-twice");
  }

  @Test
  void atomicPushFailsAsAWhole() {
    PushCommand good = new PushCommand("refs/heads/main", oid(1), oid(2));
    PushCommand bad = new PushCommand(UNKNOWN, oid(1), Oid.ZERO);
    PushView view = view(Optional.of(STATE));
    assertThat(PushDecision.atomic(PushDecision.decide(List.of(good, bad), view)))
        .extracting(PushDecisionTest::outcome)
        .containsExactly("push-atomic", "push-nostr-deletion");
    assertThat(PushDecision.decide(List.of(good, bad), view))
        .extracting(PushDecisionTest::outcome)
        .containsExactly("move", "push-nostr-deletion");
    assertThat(PushDecision.atomic(PushDecision.decide(List.of(), view))).isEmpty();
  }

  @Test
  void archivedRepositoryNamesTheServerToPushTo() {
    PushView open = view(Optional.of(STATE));
    PushView archived =
        new PushView(
            open.relayUrl(),
            Optional.of("https://other.example/x.git"),
            open.refs(),
            open.state(),
            open.pullRequests(),
            open.unrelated(),
            open.foreignPlaceholders());
    PushCommand command = new PushCommand("refs/heads/main", oid(1), oid(2));
    Line.Refuse line = (Line.Refuse) PushDecision.decide(List.of(command), archived).getFirst();
    assertThat(line.refusal().text())
        .isEqualTo("archived here, push to https://other.example/x.git");
  }
}
