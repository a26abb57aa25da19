package dev.graspd.server.git.serve.request;

import dev.graspd.server.git.serve.refs.ProtocolVersion;
import dev.graspd.server.git.wire.Pkt;
import dev.graspd.server.git.wire.PktWriter;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Rewrites JGit's answer as C git writes it: "shallow" lines end without a line feed, because
 * libgit2 accepts no other ones, and "unshallow" lines follow. It adds lines that JGit does not
 * know. Everything from the first line of a pack passes unchanged. For one thread.
 */
public final class ShallowLines extends FilterOutputStream {
  private static final Pattern SHALLOW = Pattern.compile("(un)?shallow [0-9a-f]{40}\n");
  private static final String PACK = "packfile\n";

  private final boolean isVersion2;
  private final PktWriter lines;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private final List<byte[]> unshallow = new ArrayList<>();
  private List<String> own = List.of();
  private boolean passing;

  public ShallowLines(OutputStream out, ProtocolVersion version) {
    super(out);
    this.isVersion2 = version == ProtocolVersion.V2;
    this.lines = new PktWriter(out);
  }

  /** Adds lines about shallow commits: at the beginning, or in version 2 right before the pack. */
  public void tell(List<String> shallowLines) throws IOException {
    if (isVersion2) {
      own = List.copyOf(shallowLines);
    } else {
      write(shallowLines);
      lines.flushPkt();
    }
  }

  private void write(List<String> texts) throws IOException {
    for (String text : texts) {
      lines.data(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (passing) {
      out.write(bytes, offset, length);
      return;
    }
    begun.write(bytes, offset, length);
    byte[] all = begun.toByteArray();
    int at = 0;
    for (int end = end(all, at); !passing && end <= all.length; end = end(all, at)) {
      line(all, at, end);
      at = end;
    }
    begun.reset();
    if (passing) {
      out.write(all, at, all.length - at);
    } else {
      begun.write(all, at, all.length - at);
    }
  }

  /** Returns the end of the line that begins here; it may be beyond the bytes so far. */
  private static int end(byte[] all, int at) {
    if (all.length - at < Pkt.LENGTH_BYTES) {
      return Integer.MAX_VALUE;
    }
    String digits = new String(all, at, Pkt.LENGTH_BYTES, StandardCharsets.US_ASCII);
    return at + Math.max(Pkt.LENGTH_BYTES, Integer.parseInt(digits, 16));
  }

  /** In versions 0 and 1 these lines come first; in version 2 all is lines until the pack. */
  private void line(byte[] all, int from, int end) throws IOException {
    int payload = from + Pkt.LENGTH_BYTES;
    String text = new String(all, payload, end - payload, StandardCharsets.ISO_8859_1);
    if (SHALLOW.matcher(text).matches()) {
      shallow(Arrays.copyOfRange(all, payload, end - 1), text.startsWith("un"));
      return;
    }
    for (byte[] line : unshallow) {
      lines.data(line);
    }
    unshallow.clear();
    passing = !isVersion2 || text.equals(PACK);
    if (passing && !own.isEmpty()) {
      lines.line("shallow-info");
      write(own);
      lines.delimPkt();
    }
    out.write(all, from, end - from);
  }

  private void shallow(byte[] line, boolean isOver) throws IOException {
    if (isOver) {
      unshallow.add(line);
    } else {
      lines.data(line);
    }
  }
}
