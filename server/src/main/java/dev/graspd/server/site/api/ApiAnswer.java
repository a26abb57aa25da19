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
   */
  record Document(String json, Optional<ApiAddress> next) implements ApiAnswer {}

  record Refused(Problem problem) implements ApiAnswer {}
}
