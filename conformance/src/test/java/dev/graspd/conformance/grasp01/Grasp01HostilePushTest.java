package dev.graspd.conformance.grasp01;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.Pkts;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that no git client sends, by somebody who has signed nothing. */
@Claims("G01-20")
class Grasp01HostilePushTest extends HostingSuite {
  private static void assertUntouched(Filled filled) {
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    assertThat(refsForPushing(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  void aSecondListAfterTheFirstIsNoListOfCommands() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(RawPush.plain().command(filled.commit(), filled.commit(), MAIN).body());
    body.writeBytes(
        RawPush.plain().command(filled.commit(), next, MAIN).pack(filled.work().pack(next)).body());
    GitHttp.post(filled.repo(), GitHttp.RECEIVE, body.toByteArray());
    assertUntouched(filled);
  }

  @Test
  void commandsBeforeAnEmptyListAreNotHiddenByIt() {
    Filled filled = filled();
    byte[] body = RawPush.plain().command(filled.commit(), RawPush.ZERO, MAIN).body();
    ByteArrayOutputStream after = new ByteArrayOutputStream();
    after.writeBytes(Pkts.FLUSH.getBytes(ISO_8859_1));
    after.writeBytes(body);
    GitHttp.post(filled.repo(), GitHttp.RECEIVE, after.toByteArray());
    assertUntouched(filled);
  }

  @Test
  void aDeletionAmongAllowedLinesIsJudgedByItself() {
    Filled filled = filled();
    List<String> report =
        RawPush.plain()
            .command(RawPush.ZERO, filled.commit(), "refs/nostr/" + "ab".repeat(32))
            .command(filled.commit(), RawPush.ZERO, MAIN)
            .pack(filled.work().pack(filled.commit()))
            .to(filled.repo());
    assertThat(report).anyMatch(line -> line.startsWith("ng " + MAIN));
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  void idsInCapitalsAreTheSameIds() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    assertThat(
            RawPush.plain()
                .command(
                    filled.commit().toUpperCase(Locale.ROOT), next.toUpperCase(Locale.ROOT), MAIN)
                .pack(filled.work().pack(next))
                .to(filled.repo()))
        .anyMatch(line -> line.startsWith("ng " + MAIN));
    assertUntouched(filled);
  }

  @Test
  void aShallowPushIsRefused() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    List<String> report =
        RawPush.plain()
            .line("shallow " + filled.commit())
            .command(filled.commit(), next, MAIN)
            .pack(filled.work().pack(next))
            .to(filled.repo());
    assertThat(report.getFirst()).startsWith("unpack shallow pushes are not taken");
    assertUntouched(filled);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0003", "zzzz", "0001", "ffff", "00", "-001", "0x10", "9999garbage", ""})
  void whatIsNoPktLineDoesNothing(String body) {
    Filled filled = filled();
    byte[] bytes = body.getBytes(ISO_8859_1);
    assertThat(GitHttp.post(filled.repo(), GitHttp.RECEIVE, bytes).body())
        .asString(ISO_8859_1)
        .doesNotContain("unpack ok");
    assertUntouched(filled);
  }

  @Test
  void aListWithoutAnEndDoesNothing() {
    Filled filled = filled();
    byte[] whole = RawPush.plain().command(filled.commit(), RawPush.ZERO, MAIN).body();
    String cut = new String(whole, ISO_8859_1);
    byte[] body = cut.substring(0, cut.length() - Pkts.FLUSH.length()).getBytes(ISO_8859_1);
    GitHttp.post(filled.repo(), GitHttp.RECEIVE, body);
    assertUntouched(filled);
  }

  @Test
  void moreCommandsThanAllowedAreRefusedTogether() {
    Filled filled = filled();
    RawPush push = RawPush.plain();
    for (int i = 0; i <= 2_000; i++) {
      push.command(RawPush.ZERO, filled.commit(), "refs/heads/b" + i);
    }
    assertThat(push.pack(filled.work().pack(filled.commit())).to(filled.repo()).getFirst())
        .startsWith("unpack too many refs in one push");
    assertUntouched(filled);
  }

  @Test
  void anotherKindOfIdIsRefused() {
    Filled filled = filled();
    List<String> report =
        RawPush.with("report-status object-format=sha256")
            .command(filled.commit(), filled.commit(), MAIN)
            .to(filled.repo());
    assertThat(report.getFirst()).startsWith("unpack the push cannot be read");
  }
}
