package dev.graspd.bench.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.bench.git.load.Spent;
import dev.graspd.bench.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers by programs that do what a peer could do. */
class CgiTest {
  private static final Page PAGE = new Page("/tree/main/d", "tree/d", "h=main", "a=tree", "file7");

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(output, true, UTF_8));

  @TempDir Path directory;

  @Test
  void aPeerThatShowsThePageIsThere() throws Exception {
    Path program =
        program("echo Content-Type: text/html; echo; echo \"file7 $PATH_INFO $CGIT_CONFIG\"");

    Cgi cgi = find(program).orElseThrow();

    Spent spent = cgi.take(List.of(PAGE, PAGE));
    assertThat(spent.wallSeconds()).isPositive();
    assertThat(spent.cpuSeconds()).isPresent();
    assertThat(Files.readString(directory.resolve("cgit.out")))
        .contains("/bench/tree/d " + directory.resolve("cgit.conf"));
    assertThat(output.toString(UTF_8)).isEmpty();
  }

  @Test
  void aPeerThatIsNotInstalledIsLeftOutAndItsPackageNamed() throws Exception {
    assertThat(find(directory.resolve("nothing"))).isEmpty();
    assertThat(output.toString(UTF_8))
        .contains("# cgit is left out, figures have no ratio to it", "apt-get install cgit");
  }

  @Test
  void aPeerThatFailsIsLeftOutWithItsReason() throws Exception {
    assertThat(find(program("echo no module >&2; exit 2"))).isEmpty();
    assertThat(output.toString(UTF_8)).contains("no module");
  }

  @Test
  void aPageThatIsNotTheRightOneIsNoticed() throws Exception {
    Path program = program("echo 'Status: 404 Not found'; echo; echo file7");
    assertThatThrownBy(() -> new Cgi(Peer.CGIT, program, directory).check(PAGE))
        .hasMessageContaining("404 Not found");

    Path other = program("echo 'Status: 200 OK'; echo; echo file8");
    assertThatThrownBy(() -> new Cgi(Peer.CGIT, other, directory).check(PAGE))
        .hasMessageContaining("file7");
  }

  private Optional<Cgi> find(Path program) throws IOException, InterruptedException {
    return Cgi.find(Peer.CGIT, program, directory.resolve("bare.git"), directory, PAGE, report);
  }

  private Path program(String script) throws IOException {
    Path program = directory.resolve("program");
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }
}
