package dev.graspd.core.policy.push;

import static dev.graspd.core.policy.Example.REPO;
import static dev.graspd.core.policy.Example.SERVICE;
import static dev.graspd.core.policy.Example.key;
import static dev.graspd.core.policy.Example.oid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.refusal.PushReason;
import dev.graspd.core.nostr.refusal.Reason;
import dev.graspd.core.policy.push.PushDecision.Line;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RepoAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PushAdviceTest {
  private static final String REMOTE =
      "With ngit installed, once: git remote add nostr nostr://"
          + Bech32.npub(key("a"))
          + "/git.example.org/repo";

  private static Line refused(String ref, Reason reason, Oid value) {
    return new Line.Refuse(new PushCommand(ref, oid(1), value), reason.refusal());
  }

  private static List<String> advice(Line... lines) {
    return PushAdvice.of(Arrays.asList(lines), new RepoAddress(key("a"), REPO), SERVICE);
  }

  @Test
  void unsignedPushIsToldTheCommandsOfMaintainersAndOfEverybodyElse() {
    assertThat(
            advice(
                refused("refs/heads/main", PushReason.PUSH_UNSIGNED, oid(9)),
                refused("refs/tags/v1", PushReason.PUSH_UNSIGNED, oid(9)),
                refused("refs/heads/old", PushReason.PUSH_UNSIGNED, Oid.ZERO)))
        .containsExactly(
            REMOTE,
            "As a maintainer: git push nostr main v1 :old (it signs first)",
            "As anybody else: git checkout -b pr/<topic> && git push nostr pr/<topic>"
                + " (it sends a pull request)");
  }

  @Test
  void branchOfAPullRequestIsSentAsOne() {
    assertThat(advice(refused("refs/heads/pr/fix", PushReason.PUSH_PULL_REQUEST_BRANCH, oid(9))))
        .containsExactly(
            REMOTE, "As anybody else: git push nostr pr/fix (it sends a pull request)");
  }

  @Test
  void commandsHaveNoNamesThatAShellWouldExecute() {
    for (String name : List.of("$(id)", "a;b", "-f", "a'b", "a`b")) {
      assertThat(advice(refused("refs/heads/" + name, PushReason.PUSH_UNSIGNED, oid(9))).get(1))
          .isEqualTo("As a maintainer: git push nostr <ref> (it signs first)");
    }
  }

  @Test
  void whatIsRefusedForOtherReasonsGetsNoCommands() {
    PushCommand command = new PushCommand("refs/heads/main", oid(1), oid(2));
    assertThat(
            advice(
                refused("refs/heads/x", PushReason.PUSH_OBJECTS_MISSING, oid(9)),
                new Line.Move(command, new RefName("refs/heads/main"))))
        .isEmpty();
  }
}
