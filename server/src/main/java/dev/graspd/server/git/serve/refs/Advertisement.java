package dev.graspd.server.git.serve.refs;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.GitService;
import dev.graspd.server.git.wire.PktWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Renders the answers to {@code info/refs} (C-2, C-4, C-5, G01-6, G01-7). Pure. */
final class Advertisement {
  private static final String UPLOAD_CAPABILITIES =
      "multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not"
          + " deepen-relative no-progress include-tag multi_ack_detailed no-done allow-tip-sha1-in-want"
          + " allow-reachable-sha1-in-want filter object-format=sha1";
  private static final String RECEIVE_CAPABILITIES =
      "report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta push-options"
          + " object-format=sha1";
  private static final List<String> V2_CAPABILITIES =
      List.of(
          "ls-refs=unborn",
          "fetch=shallow wait-for-done filter",
          "server-option",
          "object-format=sha1");

  private final String agent;

  Advertisement(String agent) {
    this.agent = "agent=" + agent;
  }

  /** Renders the capabilities of version 2; the refs need another request. */
  byte[] version2() {
    return PktWriter.written(out -> {
      service(GitService.Name.UPLOAD_PACK, out);
      out.line("version 2");
      out.line(agent);
      for (String capability : V2_CAPABILITIES) {
        out.line(capability);
      }
      out.flushPkt();
    });
  }

  /** Renders the refs for a fetch. */
  byte[] forReading(Refs refs, ProtocolVersion version, Peeling peeling) {
    List<String> lines = new ArrayList<>();
    for (RefLines.Shown ref : RefLines.of(refs, peeling)) {
      lines.add(ref.value() + " " + ref.name());
      ref.peeled().ifPresent(peeled -> lines.add(peeled + " " + ref.name() + "^{}"));
    }
    String symref = RefLines.resolvedHead(refs).map(branch -> " symref=HEAD:" + branch).orElse("");
    return rendered(
        GitService.Name.UPLOAD_PACK, version, lines, UPLOAD_CAPABILITIES + symref + " " + agent);
  }

  /**
   * Renders the refs for a push: without HEAD and peeled tags, as git does, but with placeholders.
   */
  byte[] forPushing(Refs refs, SortedMap<RefName, Oid> placeholders, ProtocolVersion version) {
    SortedMap<RefName, Oid> all = new TreeMap<>(placeholders);
    all.putAll(refs.values());
    List<String> lines = new ArrayList<>();
    all.forEach((name, value) -> lines.add(value + " " + name));
    return rendered(
        GitService.Name.RECEIVE_PACK, version, lines, RECEIVE_CAPABILITIES + " " + agent);
  }

  private static byte[] rendered(
      GitService.Name service, ProtocolVersion version, List<String> lines, String capabilities) {
    return PktWriter.written(out -> {
      service(service, out);
      if (version == ProtocolVersion.V1) {
        out.line("version 1");
      }
      String first = lines.isEmpty() ? Oid.ZERO + " capabilities^{}" : lines.getFirst();
      out.line(first + "\0" + capabilities);
      for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
        out.line(line);
      }
      out.flushPkt();
    });
  }

  private static void service(GitService.Name service, PktWriter out) throws IOException {
    out.line("# service=" + service.word());
    out.flushPkt();
  }
}
