package dev.graspd.server.egress;

import dev.graspd.server.egress.dial.EgressRules;
import dev.graspd.server.egress.dial.EgressSetup;
import dev.graspd.server.egress.dial.EgressTimes;
import dev.graspd.server.egress.dial.Failure;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.RecordingSockets;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.dial.Target.Parsed;
import dev.graspd.server.egress.dial.TestResolver;
import dev.graspd.server.egress.http.FetchDeadline;
import dev.graspd.server.egress.http.FetchResult;
import dev.graspd.server.egress.http.HttpClient;
import dev.graspd.server.egress.http.StreamRequest;
import dev.graspd.server.egress.http.StreamResult;
import dev.graspd.server.egress.ws.DialResult;
import dev.graspd.server.egress.ws.Heard;
import dev.graspd.server.egress.ws.WebSocketLink;
import java.net.InetSocketAddress;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** Outgoing connections for tests: everything is real, the resolver's answers are given. */
public final class TestEgress implements AutoCloseable {
  public static final EgressRules ANY = new EgressRules(true, true, List.of(), List.of());

  /** Short where a test waits for the end of it, long where a busy machine must not matter. */
  public static final EgressTimes PATIENT =
      new EgressTimes(
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30));

  private static final int PATIENCE_SECONDS = 60;

  public final TestResolver resolver = new TestResolver().with("relay.test", "127.0.0.1");
  private final RecordingSockets sockets;
  private final Egress egress;

  public TestEgress(EgressRules rules, EgressTimes times, SSLContext trust) {
    sockets = new RecordingSockets(times);
    egress =
        new Egress(
            new EgressSetup(rules, times, "graspd/test", resolver, trust, new SecureRandom()),
            sockets);
  }

  public static TestEgress with(EgressRules rules, EgressTimes times) {
    return new TestEgress(rules, times, systemTrust());
  }

  public static TestEgress toAnywhere() {
    return with(ANY, PATIENT);
  }

  static SSLContext systemTrust() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  public List<InetSocketAddress> dialled() {
    return sockets.dialled();
  }

  public static Target target(String url) {
    return target(url, NamedBy.STRANGER);
  }

  public static Target target(String url, NamedBy namedBy) {
    return switch (Target.parse(url, namedBy)) {
      case Parsed.Valid(var target) -> target;
      case Parsed.Invalid(var why) -> throw new AssertionError(url + ": " + why);
    };
  }

  public DialResult dial(Target target, Function<WebSocketLink, WebSocketLink.Listener> open) {
    return egress
        .webSockets()
        .dial(target, open)
        .toCompletableFuture()
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  public Failure failure(Target target) {
    DialResult result = dial(target, _ -> new Heard());
    if (result instanceof DialResult.Failed(var failure)) {
      return failure;
    }
    throw new AssertionError("a link was opened to " + target);
  }

  public WebSocketLink open(Target target, WebSocketLink.Listener listener) {
    DialResult result = dial(target, _ -> listener);
    if (result instanceof DialResult.Opened(var link)) {
      return link;
    }
    throw new AssertionError(target + ": " + result);
  }

  public FetchResult fetch(Target target) {
    return egress
        .documents()
        .document(target, "application/nostr+json")
        .toCompletableFuture()
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  public HttpClient http() {
    return egress.http();
  }

  public StreamResult send(StreamRequest request, FetchDeadline deadline) {
    return egress.http().send(request, deadline);
  }

  @Override
  public void close() {
    egress.close();
  }
}
