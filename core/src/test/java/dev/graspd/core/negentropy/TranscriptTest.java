package dev.graspd.core.negentropy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.negentropy.Initiator.Step;
import dev.graspd.core.negentropy.Responder.Answer;
import dev.graspd.core.nostr.EventId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Both roles against sessions of the reference implementation, byte for byte. */
class TranscriptTest {
  private static final int ROUNDS_MAX = 200;

  @Test
  void everyRecordedSessionIsReplayed() {
    assertThat(Transcript.all()).hasSize(16);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sessions")
  void bothSidesSayWhatTheReferenceSays(String name, Transcript session) {
    Initiator initiator = new Initiator(session.items("A"), session.frameLimit("A"), ROUNDS_MAX);
    Responder responder = new Responder(session.items("B"), session.frameLimit("B"));
    List<EventId> have = new ArrayList<>();
    List<EventId> need = new ArrayList<>();
    Message question = initiator.open();
    int said = 0;
    boolean done = false;
    while (!done) {
      assertThat(session.form(question)).isEqualTo(session.expected(said++));
      Message reply = ((Answer.Reply) responder.respond(question)).message();
      assertThat(session.form(reply)).isEqualTo(session.expected(said++));
      switch (initiator.on(reply)) {
        case Step.Continue(var next, var moreHave, var moreNeed) -> {
          question = next;
          have.addAll(moreHave);
          need.addAll(moreNeed);
        }
        case Step.Done(var lastHave, var lastNeed) -> {
          have.addAll(lastHave);
          need.addAll(lastNeed);
          done = true;
        }
        case Step.Refused(var reason) -> throw new AssertionError(reason);
      }
    }
    assertThat(said).isEqualTo(session.messages()).isEqualTo(2 * session.rounds());
    assertThat(have).hasSize(session.count("have")).doesNotHaveDuplicates();
    assertThat(need).hasSize(session.count("need")).doesNotHaveDuplicates();
    assertThat(sortedHash(have)).isEqualTo(session.hash("have"));
    assertThat(sortedHash(need)).isEqualTo(session.hash("need"));
  }

  static List<Object[]> sessions() {
    return Transcript.all().stream()
        .map(session -> new Object[] {session.name(), session})
        .toList();
  }

  private static String sortedHash(List<EventId> ids) {
    return Transcript.sha256(ids.stream().sorted().map(EventId::hex).collect(Collectors.joining()));
  }
}
