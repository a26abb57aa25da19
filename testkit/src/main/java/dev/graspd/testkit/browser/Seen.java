package dev.graspd.testkit.browser;

import java.util.List;

/**
 * What happened while a page was loaded.
 *
 * @param messages of the console, of scripts that failed or asked something, and of the browser
 *     about what it has blocked
 */
public record Seen(List<String> messages, List<Request> requests) {
  /**
   * A request of the page.
   *
   * @param status 0 if there was no answer
   */
  public record Request(String url, int status) {}

  public Seen {
    messages = List.copyOf(messages);
    requests = List.copyOf(requests);
  }
}
