package dev.graspd.system.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.browser.BrowserPage;
import dev.graspd.testkit.browser.Chromium;
import dev.graspd.testkit.browser.Look;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.QuickStart;
import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Pictures of every kind of page of a server that hosts this project, for people to look at: {@code
 * system/target/pictures}. Runs only when it is named ({@code -Dtest=PagePictures}).
 */
@Timeout(600)
class PagePictures {
  private static final Signer OWNER = Signer.named("pictures");
  private static final Path TARGET = Path.of("target", "pictures");
  private static final String SOURCE =
      "server/src/main/java/dev/graspd/server/site/page/CommitsPage.java";

  @Test
  void everyKindOfPageHasItsPictures() throws Exception {
    Path directory = SharedServer.directory(RelaySuite.newWord());
    try (ServerProcess server =
            QuickStart.relay(directory.resolve("server"))
                .environment("NGIT_RELAY_ACCEPT", "grasp")
                .environment("NGIT_RELAY_NAME", "git.example.org")
                .environment("NGIT_RELAY_DESCRIPTION", "Repositories of a few friends.")
                .start();
        Chromium chromium = Chromium.start(directory.resolve("chromium"));
        BrowserPage browser = chromium.open()) {
      HostedRepo project = new HostedRepo(server.uri(), OWNER, "graspd");
      GitClient work = work(directory.resolve("work"));
      SequencedMap<String, String> talk = publish(server, project, work);
      for (var page : pages(project, work, talk).entrySet()) {
        for (int width : new int[] {Look.PHONE, Look.TABLET, Look.DESK}) {
          for (Look look : List.of(Look.light(width), Look.dark(width))) {
            Path file =
                TARGET.resolve("%s-%d-%s.png".formatted(page.getKey(), width, look.scheme()));
            var _ = browser.lookedAt(look).load(page.getValue());
            browser.picture(file);
            assertThat(Files.size(file)).as(file.toString()).isGreaterThan(1_000);
          }
        }
      }
    }
  }

  /** The project as it is here, with a few branches and tags. */
  private static GitClient work(Path directory) {
    GitClient work = GitClient.at(directory);
    String top = Path.of("").toAbsolutePath().getParent().toString();
    work.must("clone", "-q", "--no-tags", top, ".");
    work.must("checkout", "-q", "-B", "main");
    work.must("branch", "feature/faster-blame", "HEAD~3");
    work.must("branch", "release-1", "HEAD~20");
    work.must("tag", "-a", "-m", "The first release", "v1.0.0", "HEAD~20");
    work.must("tag", "-a", "-m", "Faster pages", "v1.1.0", "HEAD~5");
    return work;
  }

  private static SequencedMap<String, String> publish(
      ServerProcess server, HostedRepo project, GitClient work) {
    Event announcement =
        EventBuilder.kind(30617)
            .at(HostedRepo.now())
            .tag("d", project.identifier())
            .tag("name", "graspd")
            .tag("description", "A Nostr relay and a git server in one process (GRASP).")
            .tag("t", "nostr")
            .tag("t", "git")
            .tag("t", "java")
            .tag("clone", project.cloneUrl())
            .tag("relays", "ws://" + project.service())
            .signedBy(OWNER);
    List<String> refs = new ArrayList<>();
    work.must("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags")
        .lines()
        .forEach(line -> refs.addAll(List.of(line.split(" ", 2))));
    try (RelayClient relay = RelayClient.connect(server.uri())) {
      assertThat(relay.publish(announcement)).matches(ok -> ok.accepted());
      assertThat(relay.publish(project.state(refs.toArray(String[]::new))))
          .matches(ok -> ok.accepted());
      assertThat(relay.publish(new HostedRepo(server.uri(), OWNER, "soon").announcement()))
          .matches(ok -> ok.accepted());
    }
    String _ =
        work.must(
            "push",
            "-q",
            project.cloneUrl(),
            "refs/heads/*:refs/heads/*",
            "refs/tags/*:refs/tags/*");
    try (RelayClient relay = RelayClient.connect(server.uri())) {
      return new PictureTalk(relay, project, OWNER).publish(work);
    }
  }

  private static SequencedMap<String, URI> pages(
      HostedRepo project, GitClient work, SequencedMap<String, String> talk) {
    String root = "http://" + project.service() + "/";
    String owner = root + Bech32.npub(OWNER.publicKey());
    String repository = owner + "/graspd";
    SequencedMap<String, String> pages = new LinkedHashMap<>();
    pages.put("home", root);
    pages.put("status", root + "status");
    pages.put("errors", root + "errors/");
    pages.put("error", root + "errors/page-work");
    pages.put("nothing", root + "nothing");
    pages.put("repositories", root + "repos");
    pages.put("person", owner);
    pages.put("repository", repository);
    pages.put("waiting", owner + "/soon");
    pages.put("directory", repository + "/tree/HEAD/server/src/main/java/dev/graspd/server");
    pages.put("file", repository + "/tree/HEAD/" + SOURCE + "?lines=20-24");
    pages.put("markdown", repository + "/tree/HEAD/ARCHITECTURE.md");
    pages.put("blame", repository + "/blame/HEAD/" + SOURCE);
    pages.put("commits", repository + "/commits/HEAD");
    pages.put("commit", repository + "/commit/" + work.must("rev-parse", "HEAD~8").strip());
    pages.put("split", pages.get("commit") + "?view=split");
    pages.put("compare", repository + "/compare/release-1...main?view=stat");
    pages.put("branches", repository + "/branches");
    pages.put("tags", repository + "/tags");
    pages.put("tag", repository + "/tag/v1.1.0");
    pages.put("search", repository + "/search?q=Budget&in=code");
    pages.put("no-file", repository + "/tree/HEAD/nothing");
    talk.forEach((name, rest) -> pages.put(name, repository + rest));
    SequencedMap<String, URI> addresses = new LinkedHashMap<>();
    pages.forEach((name, address) -> addresses.put(name, URI.create(address).normalize()));
    return addresses;
  }
}
