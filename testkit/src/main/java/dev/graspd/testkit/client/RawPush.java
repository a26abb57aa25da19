package dev.graspd.testkit.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The body of a push, byte for byte as a test wants it. Not thread-safe. */
public final class RawPush {
  public static final String ZERO = "0".repeat(40);

  private final String capabilities;
  private final List<String> lines = new ArrayList<>();
  private byte[] pack = {};

  private RawPush(String capabilities) {
    this.capabilities = capabilities;
  }

  /** A push as browsers send it: plain lines come back. */
  public static RawPush plain() {
    return new RawPush("report-status delete-refs");
  }

  public static RawPush with(String capabilities) {
    return new RawPush(capabilities);
  }

  public RawPush command(String oldValue, String newValue, String ref) {
    return line(oldValue + " " + newValue + " " + ref);
  }

  /** Any line; the first one carries the capabilities. */
  public RawPush line(String text) {
    lines.add(lines.isEmpty() ? text + "\0" + capabilities : text);
    return this;
  }

  public RawPush pack(byte[] bytes) {
    pack = bytes.clone();
    return this;
  }

  public byte[] body() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    lines.forEach(line -> body.writeBytes(Pkts.line(line).getBytes(StandardCharsets.UTF_8)));
    body.writeBytes(Pkts.FLUSH.getBytes(StandardCharsets.UTF_8));
    body.writeBytes(pack);
    return body.toByteArray();
  }

  /** Sends it; returns the lines of the report. */
  public List<String> to(HostedRepo repo) {
    HttpResponse<byte[]> response = GitHttp.post(repo, GitHttp.RECEIVE, body());
    return Pkts.read(response.body()).stream().map(String::strip).toList();
  }
}
