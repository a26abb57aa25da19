package dev.graspd.bench.web;

import dev.graspd.bench.git.load.CGit;
import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.report.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A peer that is installed, with settings for one bare repository.
 *
 * @param work where its settings and its last answer are
 */
record Cgi(Peer peer, Path program, Path work) {
  private static final SortedMap<String, String> EVERY_REQUEST =
      new TreeMap<>(
          Map.of(
              "GATEWAY_INTERFACE", "CGI/1.1",
              "SERVER_PROTOCOL", "HTTP/1.1",
              "SERVER_NAME", "127.0.0.1",
              "SERVER_PORT", "80",
              "REQUEST_METHOD", "GET"));

  /** Returns the peer if it shows a page; otherwise says why not and what to install. */
  static Optional<Cgi> find(
      Peer peer, Path program, Path bare, Path work, Page first, Report report)
      throws IOException, InterruptedException {
    Cgi cgi = new Cgi(peer, program, work);
    Files.writeString(cgi.settings(), peer.configuration(bare));
    try {
      if (!Files.isExecutable(program)) {
        throw new IOException("there is no " + program);
      }
      cgi.check(first);
      return Optional.of(cgi);
    } catch (IOException e) {
      report.note(
          "%s is left out, figures have no ratio to it: %s. On Debian: apt-get install %s"
              .formatted(
                  peer.title(),
                  String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                  peer.title()));
      return Optional.empty();
    }
  }

  /** Starts the program for each page, one after the other; returns the cost of one. */
  Spent take(List<Page> pages) throws IOException, InterruptedException {
    SortedMap<String, String> common = new TreeMap<>(EVERY_REQUEST);
    common.putAll(peer.variables(settings()));
    common.put("SCRIPT_NAME", "/" + peer.title());
    List<String> lines = new ArrayList<>();
    lines.add("export " + assignments(common));
    pages.forEach(page -> lines.add(line(page)));
    return CGit.run(work, 1, lines).dividedBy(pages.size());
  }

  private String line(Page page) {
    return "%s %s > %s"
        .formatted(assignments(peer.request(page)), CGit.quoted(program), CGit.quoted(answer()));
  }

  private static String assignments(SortedMap<String, String> variables) {
    return variables.entrySet().stream()
        .map(one -> one.getKey() + "=" + CGit.quoted(one.getValue()))
        .collect(Collectors.joining(" "));
  }

  /** Fails if it does not show a page. */
  void check(Page page) throws IOException, InterruptedException {
    Spent _ = take(List.of(page));
    String answer = new String(Files.readAllBytes(answer()), StandardCharsets.UTF_8);
    String status =
        answer
            .lines()
            .takeWhile(line -> !line.isBlank())
            .filter(line -> line.startsWith("Status:"))
            .map(line -> line.substring("Status:".length()).strip())
            .findFirst()
            .orElse("200 OK");
    if (!status.startsWith("200")) {
      throw new IOException(peer.title() + " answers " + status + " for " + page.own());
    }
    if (!answer.contains(page.shown())) {
      throw new IOException(peer.title() + " does not show " + page.shown() + " of " + page.own());
    }
  }

  private Path settings() {
    return work.resolve(peer.title() + ".conf");
  }

  private Path answer() {
    return work.resolve(peer.title() + ".out");
  }
}
