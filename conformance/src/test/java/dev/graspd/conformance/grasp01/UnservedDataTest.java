package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.suite.HostingSuite;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Objects that were force-pushed away or deleted are kept on disk for a while. They belong to
 * nobody who merely names them, in an event, a push, or an object.
 */
class UnservedDataTest extends HostingSuite {
  private static final byte[] EMPTY_PACK = {
    'P',
    'A',
    'C',
    'K',
    0,
    0,
    0,
    2,
    0,
    0,
    0,
    0,
    0x02,
    (byte) 0x9d,
    0x08,
    (byte) 0x82,
    0x3b,
    (byte) 0xd8,
    (byte) 0xa8,
    (byte) 0xea,
    (byte) 0xb5,
    0x10,
    (byte) 0xad,
    0x6a,
    (byte) 0xc7,
    0x5c,
    (byte) 0x82,
    0x3c,
    (byte) 0xfd,
    0x3e,
    (byte) 0xd3,
    0x1e
  };

  /** How an owner takes a commit away. */
  enum Way {
    FORCE_PUSHED,
    DELETED
  }

  /** A repository that had a commit on top of its first one, and has lost it. */
  private record Away(Filled filled, String commit) {}

  private Away away(Way way) {
    Filled filled = filled();
    String secret = filled.work().commit("password", "a secret of " + newWord() + "\n");
    filled.push("main", secret);
    assertThat(refs(filled.repo())).containsExactly(secret + " " + MAIN);
    if (way == Way.FORCE_PUSHED) {
      filled.work().must("reset", "-q", "--hard", filled.commit());
      filled.push("main", filled.commit());
      assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    } else {
      Event deletion =
          EventBuilder.kind(5)
              .at(HostedRepo.now())
              .tag("a", filled.repo().address())
              .signedBy(filled.repo().owner());
      assertThat(filled.relay().publish(deletion).accepted()).isTrue();
    }
    return new Away(filled, secret);
  }

  private static HostedRepo announcedByStranger(Filled filled) {
    HostedRepo stranger = filled.repo().of(newKey());
    assertThat(filled.relay().publish(stranger.announcement()).message()).isEqualTo(HELD);
    return stranger;
  }

  /** Nothing is shown and nothing is given, by whatever name it is asked for. */
  private void assertNothingOf(String commit, HostedRepo repo) {
    GitClient curious = GitClient.init(directory.resolve(newWord()));
    assertThat(refs(repo)).isEmpty();
    curious.mustFail("fetch", "-q", repo.cloneUrl(), commit);
    curious.must("clone", "-q", "--mirror", repo.cloneUrl(), "mirror");
    curious.mustFail("--git-dir", "mirror", "cat-file", "-e", commit);
  }

  @ParameterizedTest
  @EnumSource
  void strangerWhoNamesItInAStateGetsNothing(Way way) {
    Away away = away(way);
    HostedRepo stranger = announcedByStranger(away.filled());

    assertThat(away.filled().relay().publish(stranger.state("main", away.commit())).message())
        .isEqualTo(HELD);
    assertNothingOf(away.commit(), stranger);
  }

  @Test
  void pullRequestThatNamesItShowsNothing() {
    Away away = away(Way.FORCE_PUSHED);
    Filled filled = away.filled();
    Event request = filled.repo().pullRequest(newKey(), away.commit());

    assertThat(filled.relay().publish(request).message()).startsWith(HELD);
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
    GitClient.init(directory.resolve(newWord()))
        .mustFail("fetch", "-q", filled.repo().cloneUrl(), away.commit());
  }

  @Test
  void pushWithoutObjectsDoesNotBringIt() {
    Away away = away(Way.FORCE_PUSHED);
    HostedRepo stranger = announcedByStranger(away.filled());
    away.filled().relay().publish(stranger.state("main", away.commit()));

    List<String> said =
        RawPush.plain().command(RawPush.ZERO, away.commit(), MAIN).pack(EMPTY_PACK).to(stranger);
    assertThat(said).anyMatch(line -> line.startsWith("ng " + MAIN + " objects are missing"));
    assertNothingOf(away.commit(), stranger);
  }

  @Test
  void commitThatBuildsOnItDoesNotBringIt() {
    Away away = away(Way.FORCE_PUSHED);
    HostedRepo stranger = announcedByStranger(away.filled());
    GitClient work = away.filled().work();
    String tree = work.must("rev-parse", away.commit() + "^{tree}").strip();
    String mine = work.must("commit-tree", "-m", "mine", "-p", away.commit(), tree).strip();
    away.filled().relay().publish(stranger.state("main", mine));

    List<String> said =
        RawPush.plain().command(RawPush.ZERO, mine, MAIN).pack(work.packOfOnly(mine)).to(stranger);
    assertThat(said).anyMatch(line -> line.startsWith("ng " + MAIN + " the push lacks an object"));
    assertNothingOf(mine, stranger);
    assertNothingOf(away.commit(), stranger);
  }

  @Test
  void whoHasItMayPushItAgain() {
    Away away = away(Way.FORCE_PUSHED);
    HostedRepo stranger = announcedByStranger(away.filled());
    GitClient work = away.filled().work();
    away.filled().relay().publish(stranger.state("main", away.commit()));

    work.must("push", stranger.cloneUrl(), away.commit() + ":" + MAIN);
    assertThat(refs(stranger)).containsExactly(away.commit() + " " + MAIN);
    assertThat(away.filled().relay().publish(away.filled().repo().state("main", away.commit())))
        .as("its owner, now that a repository serves it")
        .matches(answer -> answer.accepted() && answer.message().isEmpty());
    assertThat(refs(away.filled().repo())).containsExactly(away.commit() + " " + MAIN);
  }

  @Test
  void forkOfWhatIsServedIsServedAtOnce() {
    Filled filled = filled();
    String newest = filled.work().commit("more", "more\n");
    filled.push("main", newest);
    HostedRepo fork = announcedByStranger(filled);

    assertThat(filled.relay().publish(fork.state("main", filled.commit())).message()).isEmpty();
    assertThat(refs(fork))
        .as("an older commit of it")
        .containsExactly(filled.commit() + " " + MAIN);
  }

  @Test
  void ownerWhoComesBackHasEverythingAgain() {
    Away away = away(Way.DELETED);
    HostedRepo repo = away.filled().repo();

    assertThat(away.filled().relay().publish(repo.announcement()).accepted()).isTrue();
    assertThat(refs(repo)).containsExactly(away.commit() + " " + MAIN);
  }

  @Test
  void stateThatIsPushedInTwoStepsIsServedAfterTheSecond() {
    Filled filled = filled();
    GitClient work = filled.work();
    String main = work.commit("more", "more\n");
    work.must("checkout", "-q", "-b", "dev");
    String dev = work.commit("dev", "dev\n");
    Event state = filled.repo().state("main", main, "dev", dev);
    assertThat(filled.relay().publish(state).message()).isEqualTo(HELD);

    work.must("push", filled.repo().cloneUrl(), "main");
    assertThat(filled.relay().publish(state).message()).isEqualTo("duplicate: in purgatory");
    work.must("push", filled.repo().cloneUrl(), "dev");
    assertThat(filled.relay().publish(state).message()).startsWith("duplicate: already have");
    assertThat(refs(filled.repo()))
        .containsExactlyInAnyOrder(main + " " + MAIN, dev + " refs/heads/dev");
  }
}
