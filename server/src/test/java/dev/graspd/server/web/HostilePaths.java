package dev.graspd.server.web;

import dev.graspd.server.web.route.RouteTest;
import java.util.List;
import java.util.Random;

/** Paths as somebody would write them who looks for a way out of the root. */
public final class HostilePaths {
  private static final List<String> PARTS =
      List.of(
          "/",
          "//",
          "/./",
          "/../",
          "..",
          ".",
          ".git",
          ".git.git",
          "a",
          "repo",
          "%2e",
          "%2E%2e",
          "%2f",
          "%2F",
          "%252f",
          "%5c",
          "\\",
          "%00",
          "%0d%0a",
          "%",
          "%4",
          "%zz",
          "%ff",
          "%c0%af",
          "%e2%82%ac",
          "%u002e",
          ";",
          "?",
          "&",
          "=",
          "#",
          "info",
          "info/refs",
          "/info/refs",
          "?service=git-upload-pack",
          "?service=git-receive-pack",
          "git-upload-pack",
          "HEAD",
          "objects/pack",
          "errors",
          "metrics",
          "prs",
          "api",
          "http://x",
          "*",
          "~",
          "C:",
          "+",
          "\u00e9");

  private HostilePaths() {}

  /** Returns the next one: often beginning like a good one, always without white space. */
  public static String next(Random random) {
    StringBuilder path = new StringBuilder("/");
    if (random.nextInt(4) > 0) {
      path.append(RouteTest.NPUB);
      path.append(random.nextInt(4) > 0 ? "/repo" : "/");
    }
    int parts = random.nextInt(6);
    for (int i = 0; i < parts; i++) {
      path.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    if (random.nextInt(8) == 0) {
      path.setCharAt(random.nextInt(path.length()), (char) (33 + random.nextInt(94)));
    }
    return path.toString();
  }
}
