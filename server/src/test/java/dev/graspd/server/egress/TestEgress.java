package dev.graspd.server.egress;

import dev.graspd.server.egress.Target.Parsed;
import java.net.InetSocketAddress;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** Outgoing connections for tests: everything is real, the resolver's answers are given. */
final class TestEgress implements AutoCloseable {
  static final EgressRules ANY = new EgressRules(true, true, List.of(), List.of());

  /** Short where a test waits for the end of it, long where a busy machine must not matter. */
  static final EgressTimes PATIENT =
      new EgressTimes(
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30));

  private static final int PATIENCE_SECONDS = 60;

  final TestResolver resolver = new TestResolver().with("relay.test", "127.0.0.1");
  private final RecordingSockets sockets;
  private final Egress egress;

  TestEgress(EgressRules rules, EgressTimes times, SSLContext trust) {
    sockets = new RecordingSockets(times);
    egress =
        new Egress(
            new EgressSetup(rules, times, "graspd/test", resolver, trust, new SecureRandom()),
            sockets);
  }

  static TestEgress with(EgressRules rules, EgressTimes times) {
    return new TestEgress(rules, times, systemTrust());
  }

  static TestEgress toAnywhere() {
    return with(ANY, PATIENT);
  }

  static SSLContext systemTrust() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  List<InetSocketAddress> dialled() {
    return sockets.dialled();
  }

  static Target target(String url) {
    return target(url, NamedBy.STRANGER);
  }

  static Target target(String url, NamedBy namedBy) {
    return switch (Target.parse(url, namedBy)) {
      case Parsed.Valid(var target) -> target;
      case Parsed.Invalid(var why) -> throw new AssertionError(url + ": " + why);
    };
  }

  DialResult dial(Target target, Function<WebSocketLink, WebSocketLink.Listener> open) {
    return egress
        .webSockets()
        .dial(target, open)
        .toCompletableFuture()
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  Failure failure(Target target) {
    DialResult result = dial(target, _ -> new Heard());
    if (result instanceof DialResult.Failed(var failure)) {
      return failure;
    }
    throw new AssertionError("a link was opened to " + target);
  }

  WebSocketLink open(Target target, WebSocketLink.Listener listener) {
    DialResult result = dial(target, _ -> listener);
    if (result instanceof DialResult.Opened(var link)) {
      return link;
    }
    throw new AssertionError(target + ": " + result);
  }

  FetchResult fetch(Target target) {
    return egress
        .http()
        .document(target, "application/nostr+json")
        .toCompletableFuture()
        .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  StreamResult send(StreamRequest request, Errand errand) {
    return egress.streams().send(request, errand);
  }

  @Override
  public void close() {
    egress.close();
  }
}
