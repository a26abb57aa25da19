package dev.graspd.testkit.browser;

import dev.graspd.testkit.client.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A page of a browser. For one thread. */
public final class BrowserPage implements AutoCloseable {
  private final DevTools tools;
  private final String target;
  private final String session;
  private final PageWatch watch = new PageWatch();
  private String loaded = "";
  private @Nullable Look look;

  private BrowserPage(DevTools tools, String target, String session) {
    this.tools = tools;
    this.target = target;
    this.session = session;
  }

  static BrowserPage attached(DevTools tools, String target, String session) {
    BrowserPage page = new BrowserPage(tools, target, session);
    tools.listen(session, page::take);
    for (String domain : List.of("Page", "Runtime", "Network", "Log", "Audits")) {
      page.call(domain + ".enable", Map.of());
    }
    page.call("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
    page.call("Network.setCacheDisabled", Map.of("cacheDisabled", true));
    return page;
  }

  private void take(String method, Map<?, ?> event) {
    watch.take(method, event);
    if (method.equals("Page.javascriptDialogOpening")) {
      // Not on this thread: it reads the socket.
      Thread _ =
          Thread.startVirtualThread(() -> {
            var _ = tools.send(session, "Page.handleJavaScriptDialog", Map.of("accept", false));
          });
    }
  }

  /** Changes how this page is shown, from the next load on where scripts are concerned. */
  public BrowserPage lookedAt(Look next) {
    if (!next.equals(look)) {
      show(next);
      look = next;
    }
    return this;
  }

  private void show(Look look) {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width", look.width(), "height", Look.HEIGHT, "deviceScaleFactor", 1, "mobile", false));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features", List.of(Map.of("name", "prefers-color-scheme", "value", look.scheme()))));
    call("Emulation.setScriptExecutionDisabled", Map.of("value", !look.runsScripts()));
  }

  /** Loads a page with everything that belongs to it; returns what happened. */
  public Seen load(URI url) {
    watch.clear();
    Map<?, ?> begun = call("Page.navigate", Map.of("url", url.toString()));
    if (begun.get("errorText") != null || !(begun.get("loaderId") instanceof String loader)) {
      throw new AssertionError("the browser does not load " + url + ": " + begun);
    }
    watch.awaitLoad(loader, url);
    loaded = loader;
    // Messages of the browser before this answer belong to the page.
    Object _ = evaluate("0");
    return watch.seen();
  }

  /** Returns the document that was loaded last, as the server has sent it. */
  public String source() {
    return String.valueOf(call("Network.getResponseBody", Map.of("requestId", loaded)).get("body"));
  }

  /** Returns the document as the browser has it now. */
  public String document() {
    return String.valueOf(evaluate("document.documentElement.outerHTML"));
  }

  /** Returns the document that the browser builds of a page whose scripts do not run. */
  public String documentWithoutScripts(String source) {
    String built = "new DOMParser().parseFromString(" + JsonText.of(source) + ", 'text/html')";
    return String.valueOf(evaluate(built + ".documentElement.outerHTML"));
  }

  /** Evaluates an expression, a promise up to its end; returns its value as read from JSON. */
  public @Nullable Object evaluate(String expression) {
    Map<?, ?> answer =
        call(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.get("exceptionDetails") != null) {
      throw new AssertionError("the expression fails: " + answer.get("exceptionDetails"));
    }
    return JsonTree.asObject(answer.get("result")).get("value");
  }

  /** Writes a picture of the page; of a long one its beginning. */
  public void picture(Path file) {
    Object data =
        call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", false))
            .get("data");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, Base64.getDecoder().decode(String.valueOf(data)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<?, ?> call(String method, Map<String, ?> parameters) {
    return tools.call(session, method, parameters);
  }

  @Override
  public void close() {
    tools.forget(session);
    Map<?, ?> _ = tools.call("Target.closeTarget", Map.of("targetId", target));
  }
}
