package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From nothing to a clone, with stock git. */
class FirstPushTest extends RelaySuite {
  private static final String HELD = "purgatory: won't be served until git data arrives";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void announceSignPushClone(int version) {
    RelayClient relay = connect(SharedServer.HOSTING);
    HostedRepo repo = new HostedRepo(SharedServer.HOSTING.uri(), newKey(), newWord());
    GitClient work = GitClient.init(directory.resolve("work"));
    String commit = work.commit("README", "hello\n");
    Event announcement = repo.announcement();
    Event state = repo.state("main", commit);

    assertThat(relay.publish(announcement).message()).isEqualTo(HELD);
    assertThat(relay.publish(state).message()).isEqualTo(HELD);
    assertThat(relay.query(Texts.only(announcement, state)).events()).isEmpty();
    String protocol = "protocol.version=" + version;
    work.must("-c", protocol, "push", repo.cloneUrl(), "main");

    assertThat(relay.query(Texts.only(announcement, state)).events()).hasSize(2);
    GitClient all = GitClient.at(directory);
    all.must("-c", protocol, "clone", "-q", repo.cloneUrl(), "copy");
    GitClient copy = GitClient.at(directory.resolve("copy"));
    assertThat(copy.must("rev-parse", "HEAD").strip()).isEqualTo(commit);
    assertThat(copy.must("symbolic-ref", "HEAD").strip()).isEqualTo("refs/heads/main");
    assertThat(copy.must("fsck", "--strict")).doesNotContain("error");
  }

  @Test
  void pushOfWhatNobodySignedSaysWhatToDo() {
    RelayClient relay = connect(SharedServer.HOSTING);
    HostedRepo repo = new HostedRepo(SharedServer.HOSTING.uri(), newKey(), newWord());
    GitClient work = GitClient.init(directory.resolve("work"));
    work.commit("README", "hello\n");
    relay.publish(repo.announcement());

    assertThat(work.mustFail("push", repo.cloneUrl(), "main"))
        .contains("no signed state for refs/heads/main")
        .contains("publish kind 30618 to ws://" + repo.service())
        .contains("[remote rejected]");
  }
}
