package dev.graspd.server.migrate.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.git.wire.PktWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The lines of a push, as a client writes and reads them. */
class PushLinesTest {
  private static final Target BASE = target();
  private static final String ONE = "1".repeat(40);
  private static final String TWO = "2".repeat(40);
  private static final RefName MAIN = RefName.parse("refs/heads/main").orElseThrow();

  private static Target target() {
    return Target.parse("http://127.0.0.1:1/x.git", NamedBy.OPERATOR)
            instanceof Target.Parsed.Valid(var target)
        ? target
        : null;
  }

  private static ByteArrayInputStream lines(String... lines) {
    return new ByteArrayInputStream(
        PktWriter.written(out -> {
          for (String line : lines) {
            if (line.isEmpty()) {
              out.flushPkt();
            } else {
              out.line(line);
            }
          }
        }));
  }

  private static PushTarget.Open open(String... lines) throws IOException {
    return (PushTarget.Open) PushLines.advertisement(lines(lines), BASE);
  }

  @Test
  void advertisementHasRefsAndCapabilities() throws IOException {
    PushTarget.Open open =
        open(
            "# service=git-receive-pack",
            "",
            ONE + " refs/heads/main\0report-status side-band-64k agent=x",
            TWO + " refs/tags/v1",
            "");
    assertThat(open.refs()).hasSize(2).containsEntry(MAIN, new Oid(ONE));
    assertThat(open.capabilities()).contains("report-status", "side-band-64k");
  }

  @Test
  void emptyRepositoryHasNoRefs() throws IOException {
    PushTarget.Open open =
        open(
            "# service=git-receive-pack",
            "",
            Oid.ZERO.hex() + " capabilities^{}\0report-status report-status",
            "");
    assertThat(open.refs()).isEmpty();
    assertThat(open.capabilities()).containsExactly("report-status");
  }

  @Test
  void errorIsTheServersOwnText() throws IOException {
    assertThat(PushLines.advertisement(lines("ERR not\nhere\u0007"), BASE))
        .isEqualTo(new PushTarget.Closed("not here"));
  }

  @Test
  void linesOfAnotherFormAreFaults() {
    assertThatThrownBy(() -> open("x", "")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> open(ONE + " refs/heads/main\0"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("without its end");
  }

  @Test
  void commandNamesTheValueThatIsThere() throws IOException {
    SortedMap<RefName, Oid> wanted = new TreeMap<>();
    wanted.put(MAIN, new Oid(TWO));
    wanted.put(RefName.parse("refs/tags/v1").orElseThrow(), new Oid(TWO));
    PushTarget.Open target = open(ONE + " refs/heads/main\0report-status other side-band-64k", "");
    String text = new String(PushLines.commands(target, wanted, "graspd"), StandardCharsets.UTF_8);
    assertThat(text)
        .contains(
            ONE + " " + TWO + " refs/heads/main\0 report-status side-band-64k agent=graspd",
            Oid.ZERO.hex() + " " + TWO + " refs/tags/v1")
        .endsWith("0000");
  }

  @Test
  void reportSaysWhyARefWasRefused() throws IOException {
    PushTarget.Open plain = new PushTarget.Open(BASE, new TreeMap<>(), new TreeSet<>());
    SortedMap<String, Optional<String>> report =
        PushLines.report(
            lines("unpack ok", "ok refs/heads/main", "ng refs/tags/v1 not signed", ""), plain);
    assertThat(report)
        .containsEntry("refs/heads/main", Optional.empty())
        .containsEntry("refs/tags/v1", Optional.of("not signed"))
        .hasSize(2);
  }
}
