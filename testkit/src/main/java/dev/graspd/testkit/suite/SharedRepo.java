package dev.graspd.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.EventBuilder;
import dev.graspd.testkit.Signer;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.RelayClient;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/**
 * A repository on several servers.
 *
 * @param services the public addresses of its servers
 * @param relays what it names besides
 */
public record SharedRepo(Signer owner, String identifier, List<URI> services, List<URI> relays) {
  private Stream<HostedRepo> copies() {
    return services.stream().map(service -> new HostedRepo(service, owner, identifier));
  }

  public String address() {
    return copies().findFirst().orElseThrow().address();
  }

  public List<String> cloneUrls() {
    return copies().map(HostedRepo::cloneUrl).toList();
  }

  public String cloneUrl(URI service) {
    return new HostedRepo(service, owner, identifier).cloneUrl();
  }

  public Event announcement() {
    String[] clones =
        Stream.concat(Stream.of("clone"), cloneUrls().stream()).toArray(String[]::new);
    String[] named =
        Stream.concat(
                Stream.of("relays"),
                Stream.concat(services.stream(), relays.stream()).map(URI::toString))
            .toArray(String[]::new);
    return EventBuilder.kind(30617)
        .at(HostedRepo.now())
        .tag("d", identifier)
        .tag(clones)
        .tag(named)
        .signedBy(owner);
  }

  /** Publishes what a repository begins with on one of its servers, and pushes to it. */
  public void fill(Peer peer, URI service, GitClient work, List<Event> beginning) {
    try (RelayClient relay = peer.connect()) {
      for (Event event : beginning) {
        assertThat(relay.publish(event).accepted()).isTrue();
      }
    }
    work.must("push", cloneUrl(service), "main");
    peer.awaitServed(beginning.toArray(new Event[0]));
  }

  /** What a repository begins with: its announcement and its first state. */
  public List<Event> beginning(String commit) {
    HostedRepo any = copies().findFirst().orElseThrow();
    return List.of(announcement(), any.state("main", commit));
  }

  /** An issue of this second: one with an older date may be found once a day only. */
  public Event issue(Signer author, String text) {
    return EventBuilder.kind(1621)
        .at(RelaySuite.now())
        .tag("a", address())
        .content(text)
        .signedBy(author);
  }
}
