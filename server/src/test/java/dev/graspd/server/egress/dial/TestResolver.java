package dev.graspd.server.egress.dial;

import dev.graspd.server.egress.dns.Resolution;
import dev.graspd.server.egress.dns.Resolver;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A resolver that knows what a test tells it. */
public final class TestResolver implements Resolver {
  private final Map<String, Resolution> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  public TestResolver with(String name, String... addresses) {
    return with(
        name, new Resolution.Found(Arrays.stream(addresses).map(InetAddress::ofLiteral).toList()));
  }

  public TestResolver with(String name, Resolution resolution) {
    answers.put(name, resolution);
    return this;
  }

  public List<String> asked() {
    return asked;
  }

  @Override
  public CompletionStage<Resolution> resolve(String name) {
    asked.add(name);
    return CompletableFuture.completedFuture(
        answers.getOrDefault(name, new Resolution.DoesNotExist()));
  }
}
