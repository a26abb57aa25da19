package dev.graspd.bench.git.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The body of a push, and a check of its answer. */
public final class PushBody {
  static final String ZERO = "0".repeat(40);

  private static final String CAPABILITIES = "report-status object-format=sha1 " + Request.AGENT;

  private PushBody() {}

  /** Creates refs. */
  public static byte[] creating(SortedMap<String, String> refs, byte[] pack) {
    return body(
        refs.entrySet().stream()
            .map(ref -> ZERO + " " + ref.getValue() + " " + ref.getKey())
            .toList(),
        pack);
  }

  /** Moves the branch main. */
  static byte[] moving(String from, String to, byte[] pack) {
    return body(List.of(from + " " + to + " " + Source.MAIN), pack);
  }

  private static byte[] body(List<String> commands, byte[] pack) {
    ByteArrayOutputStream body = new ByteArrayOutputStream(pack.length + 100 * commands.size());
    for (int i = 0; i < commands.size(); i++) {
      String line = commands.get(i) + (i == 0 ? "\0" + CAPABILITIES : "");
      body.writeBytes(Pkts.line(line).getBytes(StandardCharsets.US_ASCII));
    }
    body.writeBytes("0000".getBytes(StandardCharsets.US_ASCII));
    body.writeBytes(pack);
    return body.toByteArray();
  }

  /** Pushes as a client does: it lists the refs first. */
  public static void send(HttpConnection connection, String repository, byte[] body)
      throws IOException {
    connection.get(repository + "/info/refs?service=git-receive-pack").ok();
    byte[] report =
        connection
            .post(
                repository + "/git-receive-pack",
                body,
                "Content-Type",
                "application/x-git-receive-pack-request")
            .ok();
    check(report);
  }

  /** Fails if anything of a push was refused. */
  public static void check(byte[] report) {
    List<String> lines = Pkts.texts(report);
    Optional<String> wrong =
        lines.stream()
            .filter(line -> !line.equals("0000") && !line.equals("unpack ok"))
            .filter(line -> !line.startsWith("ok "))
            .findFirst();
    if (wrong.isPresent() || !lines.contains("unpack ok")) {
      throw new IllegalStateException("the push was answered by " + lines);
    }
  }
}
