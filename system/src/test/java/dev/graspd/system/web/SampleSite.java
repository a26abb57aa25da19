package dev.graspd.system.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Ports;
import dev.graspd.testkit.ServerProcess;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.FastImport;
import dev.graspd.testkit.client.FastImport.Head;
import dev.graspd.testkit.client.FastImport.Mark;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.suite.GitHost;
import dev.graspd.testkit.suite.QuickStart;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A server with repositories in every state that pages know. */
final class SampleSite implements AutoCloseable {
  private static final Signer OWNER = Signer.named("sample site");
  private static final int ENTRIES = 1_005;
  private static final int COMMITS = 60;
  private static final String[] ALL_REFS = {
    "-f", "refs/heads/*:refs/heads/*", "refs/tags/*:refs/tags/*"
  };

  private final ServerProcess server;
  private final GitHost elsewhere;
  private final Path directory;
  private final List<Start> starts = new ArrayList<>();

  /**
   * Where a spider begins.
   *
   * @param status what the page there must be answered by
   * @param pagesMax how many pages are visited from there
   */
  record Start(URI url, int status, int pagesMax) {}

  private SampleSite(ServerProcess server, GitHost elsewhere, Path directory) {
    this.server = server;
    this.elsewhere = elsewhere;
    this.directory = directory;
  }

  static SampleSite open(Path directory) {
    URI address = URI.create("ws://127.0.0.1:" + Ports.reserve());
    GitHost elsewhere = GitHost.start();
    new SampleStates(address, OWNER)
        .make(
            starting(directory, address),
            directory.resolve("server"),
            elsewhere,
            GitClient.init(directory.resolve("states")));
    SampleSite site = new SampleSite(starting(directory, address).start(), elsewhere, directory);
    try (RelayClient relay = RelayClient.connect(address)) {
      site.fill(relay);
    }
    return site;
  }

  /** Copies are kept of what is hosted elsewhere; all that is elsewhere is on this machine. */
  private static ServerProcess.Builder starting(Path directory, URI address) {
    return QuickStart.relay(directory.resolve("server"))
        .environment("NGIT_BIND_ADDRESS", address.getAuthority())
        .environment("NGIT_RELAY_ACCEPT", "grasp")
        .environment("NGIT_SYNC_ENABLED", "true")
        .environment("NGIT_SYNC_ALLOW_NON_GLOBAL_TARGETS", "true")
        .environment("NGIT_ARCHIVE_WHITELIST", SampleStates.COPIED)
        .environment("NGIT_RELAY_NAME", "A <b>sample</b> & \"more\"")
        .environment("NGIT_RELAY_DESCRIPTION", HostileTexts.ALL.getFirst());
  }

  SampleStates states() {
    return new SampleStates(server.uri(), OWNER);
  }

  List<Start> starts() {
    return List.copyOf(starts);
  }

  /** Returns the address of the odd repository's page. */
  URI odd() {
    return page(repository("odd \"name\" <b>&#?%41"));
  }

  private URI at(String path) {
    return URI.create("http://" + server.uri().getAuthority() + path);
  }

  /** Returns the address of a repository's page. */
  static URI page(HostedRepo repo) {
    return URI.create(repo.cloneUrl().replaceFirst("\\.git$", ""));
  }

  private HostedRepo repository(String identifier) {
    return new HostedRepo(server.uri(), OWNER, identifier);
  }

  private void fill(RelayClient relay) {
    starts.add(new Start(at("/"), 200, 60));
    starts.add(new Start(at("/status"), 200, 5));
    starts.add(new Start(at("/" + Bech32.npub(OWNER.publicKey())), 200, 5));
    starts.add(new Start(at("/nothing/here"), 404, 1));
    starts.add(new Start(page(repository("never-hosted")), 404, 1));
    starts.add(new Start(odd(), 200, 400));
    GitClient odds = odds();
    HostedRepo odd = repository("odd \"name\" <b>&#?%41");
    host(relay, odd, odds);
    new SampleTalk(relay, odd, OWNER).publish(odds, directory);
    starts.add(new Start(URI.create(odd() + "/issues"), 200, 40));
    starts.add(new Start(URI.create(odd() + "/prs"), 200, 40));
    host(relay, repository("many"), many());
    starts.add(new Start(page(repository("many")), 200, 12));
    host(relay, repository("unborn"), unborn());
    starts.add(new Start(page(repository("unborn")), 200, 20));
    waiting(relay, repository("waiting"));
    starts.add(new Start(page(states().copied()), 200, 8));
    starts.add(new Start(page(states().expired()), 200, 2));
    starts.add(new Start(page(states().lost()), 200, 3));
    starts.add(new Start(URI.create(page(states().lost()) + "/tree/HEAD"), 503, 1));
  }

  private GitClient work(String name) {
    return GitClient.init(directory.resolve(name));
  }

  private GitClient odds() {
    GitClient git = work("odd");
    OddRepository.into(git);
    return git;
  }

  /** More entries and commits than a page shows. */
  private GitClient many() {
    GitClient git = work("many");
    FastImport stream = new FastImport();
    Mark mark = stream.commit(Head.of(OddRepository.MAIN, "Add many files\n"));
    for (int i = 0; i < ENTRIES; i++) {
      stream.file("entry-%04d".formatted(i), i + "\n");
    }
    for (int i = 0; i < COMMITS; i++) {
      mark = stream.commit(Head.of(OddRepository.MAIN, "Change " + i + "\n"), mark);
      stream.file("entry-0000", "change " + i + "\n");
    }
    stream.into(git);
    return git;
  }

  /** HEAD names a branch that is not there. */
  private GitClient unborn() {
    GitClient git = work("unborn");
    FastImport stream = new FastImport();
    Mark _ = stream.commit(Head.of("refs/heads/trunk", "Begin elsewhere\n"));
    stream.file("file", "without a README\n").into(git);
    return git;
  }

  /** Announced with a state, and never pushed. */
  private void waiting(RelayClient relay, HostedRepo repo) {
    assertThat(relay.publish(repo.announcement()).accepted()).isTrue();
    Event state = repo.state("main", "0123456789abcdef0123456789abcdef01234567");
    assertThat(relay.publish(state).accepted()).isTrue();
    starts.add(new Start(page(repo), 200, 5));
  }

  private static void host(RelayClient relay, HostedRepo repo, GitClient work) {
    Event announcement =
        EventBuilder.kind(30617)
            .at(HostedRepo.now())
            .tag("d", repo.identifier())
            .tag("name", repo.identifier() + " " + HostileTexts.ALL.getFirst())
            .tag("description", HostileTexts.lines())
            .tag("web", "javascript:hacked=1", "http://foreign.example/")
            .tag("t", "<b>topic</b>")
            .tag("clone", repo.cloneUrl())
            .tag("relays", "ws://" + repo.service())
            .signedBy(OWNER);
    assertThat(relay.publish(announcement)).matches(ok -> ok.accepted());
    List<String> refs = new ArrayList<>();
    work.must("for-each-ref", "--format=%(refname) %(objectname)")
        .lines()
        .forEach(line -> refs.addAll(List.of(line.split(" ", 2))));
    assertThat(relay.publish(repo.state(refs.toArray(String[]::new)))).matches(ok -> ok.accepted());
    List<String> push = new ArrayList<>(List.of("push", "-q", repo.cloneUrl()));
    push.addAll(List.of(ALL_REFS));
    String _ = work.must(push.toArray(String[]::new));
  }

  @Override
  public void close() {
    server.close();
    elsewhere.close();
  }
}
