package dev.graspd.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of hosting need: repositories that nobody else uses, announced or filled. */
public abstract class HostingSuite extends RelaySuite {
  public static final String HELD = "purgatory: won't be served until git data arrives";
  public static final String MAIN = "refs/heads/main";

  @TempDir public Path directory;

  /** A repository with one commit on its branch main, here and on the server. */
  public record Filled(HostedRepo repo, RelayClient relay, GitClient work, String commit) {
    /** Signs a state and pushes what it names. */
    public void push(String... refs) {
      assertThat(relay.publish(repo.state(refs)).accepted()).isTrue();
      work.must("push", "-f", "--all", repo.cloneUrl());
    }
  }

  public static HostedRepo newRepo() {
    return newRepo(newKey());
  }

  public static HostedRepo newRepo(Signer owner) {
    return new HostedRepo(SharedServer.HOSTING.uri(), owner, newWord());
  }

  /** Announces a repository; it waits for its first push. */
  public HostedRepo announced() {
    HostedRepo repo = newRepo();
    assertThat(connect(SharedServer.HOSTING).publish(repo.announcement()).message())
        .isEqualTo(HELD);
    return repo;
  }

  /** A work tree with one commit that no other test makes. */
  public GitClient work() {
    GitClient work = GitClient.init(directory.resolve(newWord()));
    work.commit("README", newWord() + "\n");
    return work;
  }

  public Filled filled() {
    return filled(newRepo());
  }

  public Filled filled(HostedRepo repo) {
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    Filled filled = new Filled(repo, relay, work, work.head());
    assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
    filled.push("main", filled.commit());
    return filled;
  }

  /** The refs of a repository as a reader sees them: {@code id name}, HEAD and capabilities off. */
  public static List<String> refs(HostedRepo repo) {
    return shown(repo, GitHttp.UPLOAD);
  }

  /** The refs as somebody sees them who is about to push. */
  public static List<String> refsForPushing(HostedRepo repo) {
    return shown(repo, GitHttp.RECEIVE);
  }

  private static List<String> shown(HostedRepo repo, String service) {
    return GitHttp.advertised(repo, service).stream()
        .map(line -> line.split("\0", 2)[0].strip())
        .filter(line -> line.contains(" refs/"))
        .toList();
  }
}
