package dev.graspd.server.migrate.remote;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Filter;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.text.Hex;
import dev.graspd.core.nostr.text.Json;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.egress.Egress;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.FetchLimits;
import dev.graspd.server.egress.http.FetchResult;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.hunt.git.GitFetcher;
import dev.graspd.server.hunt.git.GitLimits;
import dev.graspd.server.hunt.git.Opening;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A GRASP server that the operator names: its document, events and repositories. One thread. */
public final class RemoteServer implements AutoCloseable {
  /** Most events that are asked for at once. */
  public static final int EVENTS_AT_ONCE = 500;

  private static final String DOCUMENT = "application/nostr+json";

  private final Egress egress;
  private final Target root;
  private final GitFetcher git;
  private Optional<RelayClient> relay = Optional.empty();

  private RemoteServer(Egress egress, Target root, String agent) {
    this.egress = egress;
    this.root = root;
    this.git = new GitFetcher(egress.http(), GitLimits.DEFAULT, agent, InstantSource.system());
  }

  /**
   * Dials nothing yet.
   *
   * @param url of the relay or of the site: ws, wss, http or https
   * @throws IOException if that is no URL
   */
  public static RemoteServer at(String url, Egress egress, String agent) throws IOException {
    return switch (Target.parse(url, NamedBy.OPERATOR)) {
      case Target.Parsed.Valid(var target) -> new RemoteServer(egress, target, agent);
      case Target.Parsed.Invalid(var why) -> throw new IOException(url + ": " + why);
    };
  }

  /** Returns how it is shown. */
  public String shown() {
    return root.toString();
  }

  /** What its NIP-11 document says of it. */
  public record Document(Optional<PublicKey> key, OptionalInt maxLimit) {}

  /** Asks for its NIP-11 document. */
  public Document document() throws IOException {
    FetchResult result = egress.documents().document(root, DOCUMENT).toCompletableFuture().join();
    return switch (result) {
      case FetchResult.Fetched(var body) -> parsed(body);
      case FetchResult.Failed(var failure) ->
          throw new IOException("%s does not answer: %s".formatted(root, failure.text()));
    };
  }

  static Document parsed(byte[] body) throws IOException {
    Optional<PublicKey> key = Optional.empty();
    OptionalInt maxLimit = OptionalInt.empty();
    try (JsonParser json = Json.open(body)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.PROPERTY_NAME) {
          String name = json.currentName();
          JsonToken value = json.nextToken();
          if (name.equals("pubkey")
              && value == JsonToken.VALUE_STRING
              && Hex.isLowerHex(json.getString(), 64)) {
            key = Optional.of(PublicKey.parse(json.getString()));
          } else if (name.equals("max_limit") && value == JsonToken.VALUE_NUMBER_INT) {
            maxLimit = OptionalInt.of(json.getIntValue());
          }
        }
      }
      return new Document(key, maxLimit);
    } catch (JacksonException e) {
      throw new IOException("the NIP-11 document cannot be read", e);
    }
  }

  /** Takes events as they come. */
  @FunctionalInterface
  public interface Events {
    void accept(Event event) throws IOException;
  }

  /**
   * Gives out all events that it serves, in spans of time, the newest span first.
   *
   * @return how many seconds had more events than it gives; these are not complete
   */
  public long forEachEvent(Events events) throws IOException {
    int most = document().maxLimit().orElse(EVENTS_AT_ONCE);
    int limit = Math.clamp(most, 1, EVENTS_AT_ONCE);
    EventWindows windows = new EventWindows();
    long cut = 0;
    for (Optional<EventWindows.Window> next = windows.next();
        next.isPresent();
        next = windows.next()) {
      EventWindows.Window window = next.get();
      List<Event> answer =
          relay()
              .stored(
                  Filter.builder().since(window.since()).until(window.until()).limit(limit).build(),
                  limit);
      EventWindows.Decision decision = windows.answered(window, answer.size(), limit);
      if (decision == EventWindows.Decision.ASK_AGAIN) {
        continue;
      }
      cut += decision == EventWindows.Decision.TAKE_CUT ? 1 : 0;
      for (Event event : answer) {
        events.accept(event);
      }
    }
    return cut;
  }

  /** The answer to an event, in the server's words. */
  public record Published(boolean isAccepted, String words) {}

  /** Publishes an event. */
  public Published publish(Event event) throws IOException {
    return relay().publish(event);
  }

  /** Returns the client that reaches it. */
  public HttpClient http() {
    return egress.http();
  }

  private RelayClient relay() throws IOException {
    if (relay.isEmpty()) {
      relay = Optional.of(RelayClient.open(egress.webSockets(), root));
    }
    return relay.get();
  }

  /** Reads the refs of a repository. */
  public Opening open(RepoAddress repository) {
    return git.open(target(repository), new FetchDeadline(FetchLimits.DEFAULT, System::nanoTime));
  }

  /** Returns the clone URL of a repository there. */
  public Target target(RepoAddress repository) {
    String path = root.path().endsWith("/") ? root.path() : root.path() + "/";
    String name =
        URLEncoder.encode(repository.identifier().text(), StandardCharsets.UTF_8)
            .replace("+", "%20");
    return root.forHttp().at(path + Bech32.npub(repository.owner()) + "/" + name + ".git");
  }

  @Override
  public void close() {
    relay.ifPresent(RelayClient::close);
  }
}
