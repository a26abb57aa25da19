package dev.graspd.server.site.api;

import dev.graspd.server.site.address.ApiAddress;
import dev.graspd.server.site.json.Problem;
import java.util.Optional;

/** The answer to a request of a program for code. */
public sealed interface ApiAnswer {
  /**
   * A document.
   *
   * @param next the address of the next part of a list
   * @param version equal ones are of the same document; absent if the next answer may say more
   */
  record Document(String json, Optional<ApiAddress> next, Optional<String> version)
      implements ApiAnswer {
    Document(String json, Optional<ApiAddress> next) {
      this(json, next, Optional.empty());
    }
  }

  /** The client has the newest version. */
  record Unchanged(String version) implements ApiAnswer {}

  record Refused(Problem problem) implements ApiAnswer {}
}
