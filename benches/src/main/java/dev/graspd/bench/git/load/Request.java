package dev.graspd.bench.git.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** One request of a reading client: to the server over HTTP, or to C git as a command. */
public sealed interface Request {
  /** Asks for {@code info/refs}. */
  record InfoRefs(int version) implements Request {}

  /** A command of protocol version 2. */
  record Command(String name, byte[] body) implements Request {
    /** Returns its bytes, for a connection that ends with the answer. */
    public byte[] alone(String host, String repository) {
      List<String> headers = new ArrayList<>(HEADERS);
      headers.addAll(List.of("Connection", "close"));
      return HttpConnection.post(host, repository + PACKS, body, headers.toArray(String[]::new));
    }
  }

  /** An unknown object. */
  String UNKNOWN = "1".repeat(40);

  String AGENT = "agent=git/bench";

  String PACKS = "/git-upload-pack";

  List<String> HEADERS =
      List.of("Content-Type", "application/x-git-upload-pack-request", "Git-Protocol", "version=2");

  static Command listing() {
    return command(
        "ls-refs",
        List.of(
            "peel",
            "symrefs",
            "unborn",
            "ref-prefix refs/heads/",
            "ref-prefix refs/tags/",
            "ref-prefix HEAD"));
  }

  /** A clone. */
  static Command all(Collection<String> wants) {
    return all(wants, List.of());
  }

  /**
   * A clone that is never cached: the client has an unknown object, so that the server computes the
   * same answer each time.
   */
  static Command allAnew(Collection<String> wants) {
    return all(wants, List.of("have " + UNKNOWN));
  }

  private static Command all(Collection<String> wants, List<String> haves) {
    List<String> lines = new ArrayList<>(List.of("thin-pack", "no-progress", "ofs-delta"));
    wants.stream().distinct().forEach(want -> lines.add("want " + want));
    lines.addAll(haves);
    lines.add("done");
    return command("fetch", lines);
  }

  /** A fetch by a client that has some commits. */
  static Command since(String want, List<String> haves) {
    List<String> lines =
        new ArrayList<>(
            List.of("thin-pack", "no-progress", "include-tag", "ofs-delta", "want " + want));
    haves.forEach(have -> lines.add("have " + have));
    return command("fetch", lines);
  }

  /** A blob that a partial clone lacks. */
  static Command blob(String want) {
    return command(
        "fetch",
        List.of(
            "thin-pack", "no-progress", "ofs-delta", "filter blob:none", "want " + want, "done"));
  }

  private static Command command(String name, List<String> lines) {
    StringBuilder body = new StringBuilder(Pkts.line("command=" + name));
    body.append(Pkts.line(AGENT)).append(Pkts.line("object-format=sha1")).append("0001");
    lines.forEach(line -> body.append(Pkts.line(line)));
    return new Command(name, body.append("0000").toString().getBytes(StandardCharsets.US_ASCII));
  }

  /** Sends it to a server's repository; returns a good answer. */
  default byte[] send(HttpConnection connection, String repository) throws IOException {
    return switch (this) {
      case InfoRefs(int version) ->
          connection
              .get(
                  repository + "/info/refs?service=git-upload-pack",
                  "Git-Protocol",
                  "version=" + version)
              .ok();
      case Command(_, var body) ->
          connection.post(repository + PACKS, body, HEADERS.toArray(String[]::new)).ok();
    };
  }

  /**
   * Returns a line of bash that runs it with C git.
   *
   * @param files the path of its input and its answer, without endings
   */
  default String forCGit(Path bare, Path files) throws IOException {
    String output = " > " + CGit.quoted(answer(files));
    return switch (this) {
      case InfoRefs(int version) ->
          "GIT_PROTOCOL=version=%d git upload-pack --stateless-rpc --http-backend-info-refs %s"
                  .formatted(version, CGit.quoted(bare))
              + output;
      case Command(_, var body) -> {
        Path input = files.resolveSibling(files.getFileName() + ".in");
        Files.write(input, body);
        yield "GIT_PROTOCOL=version=2 git upload-pack --stateless-rpc %s < %s"
                .formatted(CGit.quoted(bare), CGit.quoted(input))
            + output;
      }
    };
  }

  /** Returns a line of bash that runs it with {@code git http-backend}, as a web server does. */
  default String forHttpBackend(Path bare, Path files) throws IOException {
    String common =
        "GIT_HTTP_EXPORT_ALL=1 GIT_PROJECT_ROOT=%s GATEWAY_INTERFACE=CGI/1.1 "
            .formatted(CGit.quoted(bare));
    String output = " > " + CGit.quoted(answer(files));
    return switch (this) {
      case InfoRefs(int version) ->
          common
              + "REQUEST_METHOD=GET PATH_INFO=/info/refs QUERY_STRING=service=git-upload-pack"
              + " HTTP_GIT_PROTOCOL=version=%d git http-backend".formatted(version)
              + output;
      case Command(_, var body) -> {
        Path input = files.resolveSibling(files.getFileName() + ".in");
        Files.write(input, body);
        yield common
            + "REQUEST_METHOD=POST PATH_INFO=/git-upload-pack HTTP_GIT_PROTOCOL=version=2"
            + " CONTENT_TYPE=application/x-git-upload-pack-request CONTENT_LENGTH=%d"
                .formatted(body.length)
            + " git http-backend < "
            + CGit.quoted(input)
            + output;
      }
    };
  }

  static Path answer(Path files) {
    return files.resolveSibling(files.getFileName() + ".out");
  }
}
