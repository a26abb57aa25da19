package dev.graspd.bench.web;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A program that shows repositories and that a web server starts for each request. */
enum Peer {
  CGIT(Path.of("/usr/lib/cgit/cgit.cgi")) {
    @Override
    String configuration(Path bare) {
      return """
      cache-size=0
      enable-blame=1
      max-commit-count=50
      repo.url=%s
      repo.path=%s
      """
          .formatted(REPOSITORY, bare);
    }

    @Override
    SortedMap<String, String> variables(Path configuration) {
      return new TreeMap<>(Map.of("CGIT_CONFIG", configuration.toString()));
    }

    @Override
    SortedMap<String, String> request(Page page) {
      return new TreeMap<>(
          Map.of(
              "PATH_INFO",
              "/" + REPOSITORY + "/" + page.cgitPath(),
              "QUERY_STRING",
              page.cgitQuery()));
    }
  },
  GITWEB(Path.of("/usr/share/gitweb/gitweb.cgi")) {
    @Override
    String configuration(Path bare) {
      return """
      our $projectroot = '%s';
      our $projects_list = '';
      $feature{'blame'}{'default'} = [1];
      1;
      """
          .formatted(bare.getParent());
    }

    @Override
    SortedMap<String, String> variables(Path configuration) {
      return new TreeMap<>(
          Map.of(
              "GITWEB_CONFIG", configuration.toString(), "GITWEB_CONFIG_COMMON", "/nonexistent"));
    }

    @Override
    SortedMap<String, String> request(Page page) {
      return new TreeMap<>(Map.of("PATH_INFO", "", "QUERY_STRING", "p=bare.git;" + page.gitweb()));
    }
  };

  private static final String REPOSITORY = "bench";

  private final Path program;

  Peer(Path program) {
    this.program = program;
  }

  /** Returns where Debian puts it. */
  Path program() {
    return program;
  }

  /** Returns its name, which is also that of its package. */
  String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the text of its settings for one bare repository: no cache, with blame. */
  abstract String configuration(Path bare);

  /** Returns the environment of all requests. */
  abstract SortedMap<String, String> variables(Path configuration);

  /** Returns the environment of one request. */
  abstract SortedMap<String, String> request(Page page);
}
