package dev.graspd.core.repo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.EventHead;
import dev.graspd.core.nostr.Tag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignedRefsTest {
  private static final RefName MAIN = new RefName("refs/heads/main");

  /**
   * {@code a 3 SERVED 1}: by a, at 3, gives main the value 1; {@code -} no value, {@code x} none.
   */
  private static List<Family.Stated> states(@Nullable String text) {
    List<Family.Stated> states = new ArrayList<>();
    for (String one : text == null ? new String[0] : text.split(", ", -1)) {
      String[] parts = one.split(" ", 4);
      Tag[] tags =
          switch (parts[3]) {
            case "-" -> new Tag[0];
            case "x" -> new Tag[] {Tag.of(MAIN.text(), "no id")};
            default -> new Tag[] {Tag.of(MAIN.text(), Make.oid(Integer.parseInt(parts[3])).hex())};
          };
      RepoState state =
          RepoState.of(Make.event(30618, parts[0], Long.parseLong(parts[1]), tags)).orElseThrow();
      states.add(new Family.Stated(state, Standing.valueOf(parts[2])));
    }
    return states;
  }

  private static String words(EventHead head) {
    return head.author().hex().charAt(0) + " " + head.createdAt();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        // states, newest first; who has signed that main is 1; who signs another value and waits
        "none                                   | none | none",
        "a 3 SERVED 1                           | a 3  | none",
        "b 4 SERVED 1, a 3 SERVED 1             | b 4  | none",
        "b 4 SERVED 2, a 3 SERVED 1             | a 3  | none",
        "a 3 SERVED 2                           | none | none",
        "b 4 WAITING 2, a 3 SERVED 1            | a 3  | b 4",
        "b 4 WAITING -, a 3 SERVED 1            | a 3  | b 4",
        "b 4 WAITING 1, a 3 SERVED 1            | a 3  | none",
        // One that can never be obeyed does not hide the one behind it.
        "c 5 WAITING x, b 4 WAITING 2           | none | b 4",
        // Older than what is served: it will not rule.
        "a 3 SERVED 1, b 2 WAITING 2            | a 3  | none",
      })
  void refSaysWhoSignedItAndWhoWaits(
      @Nullable String states, @Nullable String signer, @Nullable String waiting) {
    SignedRefs signed = SignedRefs.of(states(states));
    assertThat(signed.signer(MAIN, Make.oid(1)).map(SignedRefsTest::words).orElse(null))
        .isEqualTo(signer);
    assertThat(signed.waiting(MAIN, Make.oid(1)).map(SignedRefsTest::words).orElse(null))
        .isEqualTo(waiting);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a 3 SERVED 1               | a 4 SERVED 1",
        "a 3 SERVED 1               | a 3 WAITING 1",
        "b 4 WAITING 2, a 3 SERVED 1 | a 3 SERVED 1",
      })
  void otherStatesHaveAnotherVersion(String one, String other) {
    assertThat(SignedRefs.of(states(one)).version())
        .isEqualTo(SignedRefs.of(states(one)).version())
        .isNotEqualTo(SignedRefs.of(states(other)).version());
  }
}
