package dev.graspd.testkit.browser;

import dev.graspd.testkit.client.JsonTree;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Collects what a browser tells about a page. Thread-safe. */
final class PageWatch {
  private final List<String> messages = new ArrayList<>();
  private final Map<String, String> urls = new LinkedHashMap<>();
  private final Map<String, Integer> statuses = new HashMap<>();
  private final Set<String> loaded = new HashSet<>();

  synchronized void clear() {
    messages.clear();
    urls.clear();
    statuses.clear();
    loaded.clear();
  }

  synchronized Seen seen() {
    return new Seen(
        messages,
        urls.entrySet().stream()
            .map(request ->
                new Seen.Request(request.getValue(), statuses.getOrDefault(request.getKey(), 0)))
            .toList());
  }

  synchronized void awaitLoad(String loader, URI url) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DevTools.PATIENCE_SECONDS);
    while (!loaded.contains(loader)) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("the browser does not end loading " + url);
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  synchronized void take(String method, Map<?, ?> event) {
    switch (method) {
      case "Runtime.consoleAPICalled" -> messages.add("console: " + JsonText.of(event.get("args")));
      case "Runtime.exceptionThrown" ->
          messages.add("exception: " + JsonText.of(event.get("exceptionDetails")));
      case "Log.entryAdded" -> {
        Map<?, ?> entry = JsonTree.asObject(event.get("entry"));
        messages.add(entry.get("source") + ": " + entry.get("text") + " " + entry.get("url"));
      }
      case "Audits.issueAdded" -> issue(JsonTree.asObject(event.get("issue")));
      case "Page.javascriptDialogOpening" -> messages.add("dialog: " + event.get("message"));
      case "Page.lifecycleEvent" -> lifecycle(event);
      case "Network.requestWillBeSent" -> request(event);
      case "Network.responseReceived" -> response(event);
      default -> {
        // The browser tells more than tests ask.
      }
    }
  }

  /** Other issues are advice of the browser's makers, without a page being wrong. */
  private void issue(Map<?, ?> issue) {
    if ("ContentSecurityPolicyIssue".equals(issue.get("code"))) {
      messages.add("policy: " + JsonText.of(issue.get("details")));
    }
  }

  private void lifecycle(Map<?, ?> event) {
    if ("load".equals(event.get("name"))) {
      boolean _ = loaded.add(text(event.get("loaderId")));
      notifyAll();
    }
  }

  /** A redirect is another request under the same id. */
  private void request(Map<?, ?> event) {
    String id = text(event.get("requestId"));
    if (event.get("redirectResponse") != null) {
      id += " from " + urls.size();
    }
    urls.put(id, text(JsonTree.asObject(event.get("request")).get("url")));
  }

  private void response(Map<?, ?> event) {
    if (JsonTree.asObject(event.get("response")).get("status") instanceof Long status) {
      statuses.put(text(event.get("requestId")), Math.toIntExact(status));
    }
  }

  private static String text(@Nullable Object value) {
    return String.valueOf(value);
  }
}
