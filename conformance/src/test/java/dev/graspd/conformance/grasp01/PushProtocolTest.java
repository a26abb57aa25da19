package dev.graspd.conformance.grasp01;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Event;
import dev.graspd.testkit.client.GitClient;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.client.HostedRepo;
import dev.graspd.testkit.client.Pkts;
import dev.graspd.testkit.client.RawPush;
import dev.graspd.testkit.client.RelayClient;
import dev.graspd.testkit.client.Texts;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How clients push and how they are told that they may not. */
class PushProtocolTest extends HostingSuite {
  private static final String SIDE_BAND = "report-status side-band-64k delete-refs";
  private static final int SILENCE_MILLIS_MAX = 15_000;

  @Test
  @Claims("C-5")
  void receivePackOffersWhatClientsUse() {
    List<String> lines = GitHttp.advertised(filled().repo(), GitHttp.RECEIVE);
    assertThat(lines.getFirst()).isEqualTo("# service=git-receive-pack\n");
    assertThat(Set.of(lines.get(2).strip().split("[ \0]")))
        .contains(
            "report-status",
            "report-status-v2",
            "delete-refs",
            "side-band-64k",
            "quiet",
            "atomic",
            "ofs-delta",
            "push-options",
            "object-format=sha1")
        .anyMatch(word -> word.startsWith("agent="));
  }

  @Test
  @Claims("C-5")
  void pushOptionsAreTaken() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    filled.work().must("push", "-o", "some=option", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
  }

  @Test
  @Claims("C-6")
  void whoAsksForNoSideBandGetsPlainLines() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    byte[] body =
        RawPush.plain().command(filled.commit(), next, MAIN).pack(filled.work().pack(next)).body();
    HttpResponse<byte[]> response = GitHttp.post(filled.repo(), GitHttp.RECEIVE, body);
    assertThat(response.headers().firstValue("content-type"))
        .hasValue("application/x-git-receive-pack-result");
    assertThat(Pkts.read(response.body()))
        .containsExactly("unpack ok\n", "ok " + MAIN + "\n", Pkts.FLUSH);
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
  }

  @Test
  @Claims({"C-6", "clients-saying-no"})
  void aRefusalWithoutSideBandIsPlainToo() {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    List<String> report =
        RawPush.plain()
            .command(filled.commit(), next, MAIN)
            .pack(filled.work().pack(next))
            .to(filled.repo());
    assertThat(report).hasSize(3);
    assertThat(report.get(0)).startsWith("unpack no signed state for " + MAIN);
    assertThat(report.get(1)).startsWith("ng " + MAIN + " no signed state for " + MAIN);
    assertThat(report.get(2)).isEqualTo(Pkts.FLUSH);
  }

  @Test
  @Claims("C-7")
  void theVeryNextQuestionsShowTheNewRefsAndEvents() {
    HostedRepo repo = newRepo();
    RelayClient relay = connect(SharedServer.HOSTING);
    GitClient work = work();
    Event announcement = repo.announcement();
    Event state = repo.state("main", work.head());
    relay.publish(announcement);
    relay.publish(state);
    RelayClient.Subscription live = relay.subscribe(Texts.by(repo.owner()));
    assertThat(live.stored().events()).isEmpty();
    RawPush.plain().command(RawPush.ZERO, work.head(), MAIN).pack(work.pack(work.head())).to(repo);

    assertThat(refs(repo)).containsExactly(work.head() + " " + MAIN);
    assertThat(refsForPushing(repo)).containsExactly(work.head() + " " + MAIN);
    assertThat(connect(SharedServer.HOSTING).query(Texts.only(announcement, state)).ids())
        .containsExactlyInAnyOrder(announcement.id(), state.id());
    assertThat(List.of(live.next(), live.next()))
        .containsExactlyInAnyOrder(announcement.id(), state.id());
  }

  @Test
  @Claims("C-8")
  void whilePushesComeSlowlyTheServerIsNotSilent() throws IOException {
    Filled filled = filled();
    String signed = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", signed));
    String unsigned = filled.work().commit("more", "more\n");
    try (Socket allowed = begun(filled, signed);
        Socket refused = begun(filled, unsigned)) {
      for (Socket socket : List.of(allowed, refused)) {
        String head = new String(socket.getInputStream().readNBytes(12), ISO_8859_1);
        assertThat(head).isEqualTo("HTTP/1.1 200");
        assertThat(firstPkt(socket)).startsWith("000").hasSize(5);
      }
    }
    assertThat(refs(filled.repo())).containsExactly(filled.commit() + " " + MAIN);
  }

  /** Sends the beginning of a push, in chunks, and stops there. */
  private static Socket begun(Filled filled, String tip) throws IOException {
    byte[] body =
        RawPush.with(SIDE_BAND)
            .command(filled.commit(), tip, MAIN)
            .pack("PACK\0\0\0\2".getBytes(ISO_8859_1))
            .body();
    URI url = URI.create(filled.repo().cloneUrl());
    Socket socket = new Socket(url.getHost(), url.getPort());
    socket.setSoTimeout(SILENCE_MILLIS_MAX);
    String head =
        "POST %s/git-receive-pack HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-git-receive-pack-request\r\n\r\n%x\r\n"
            .formatted(url.getRawPath(), url.getAuthority(), body.length);
    OutputStream out = socket.getOutputStream();
    out.write(head.getBytes(ISO_8859_1));
    out.write(body);
    out.write("\r\n".getBytes(ISO_8859_1));
    out.flush();
    return socket;
  }

  /** Reads past the headers and the size of the first chunk. */
  private static String firstPkt(Socket socket) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) socket.getInputStream().read());
    }
    StringBuilder size = new StringBuilder();
    while (size.indexOf("\r\n") < 0) {
      size.append((char) socket.getInputStream().read());
    }
    return new String(socket.getInputStream().readNBytes(5), ISO_8859_1);
  }

  @Test
  @Claims("C-17")
  void gzipIsUnderstoodInPushesAndFetches() throws IOException {
    Filled filled = filled();
    String next = filled.work().commit("next", "next\n");
    filled.relay().publish(filled.repo().state("main", next));
    byte[] push =
        RawPush.plain().command(filled.commit(), next, MAIN).pack(filled.work().pack(next)).body();
    String[] gzip = {"Content-Encoding", "gzip"};
    assertThat(GitHttp.text(GitHttp.post(filled.repo(), GitHttp.RECEIVE, gzip(push), gzip)))
        .contains("unpack ok");
    String want = Pkts.line("want " + next + "\n") + Pkts.FLUSH + Pkts.line("done\n");
    assertThat(
            GitHttp.text(
                GitHttp.post(filled.repo(), GitHttp.UPLOAD, gzip(want.getBytes(UTF_8)), gzip)))
        .contains("NAK", "PACK");
  }

  @Test
  @Claims("C-17")
  void gitMaySendItsPackInChunks() {
    Filled filled = filled();
    StringBuilder much = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      much.append(newWord()).append('\n');
    }
    String next = filled.work().commit("much", much.toString());
    filled.relay().publish(filled.repo().state("main", next));
    filled.work().must("-c", "http.postBuffer=65536", "push", filled.repo().cloneUrl(), "main");
    assertThat(refs(filled.repo())).containsExactly(next + " " + MAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {GitHttp.UPLOAD, GitHttp.RECEIVE})
  @Claims("C-17")
  void headMirrorsGet(String service) {
    HostedRepo repo = filled().repo();
    HttpResponse<byte[]> get = GitHttp.infoRefs(repo, service);
    HttpResponse<byte[]> head =
        GitHttp.send("HEAD", repo.cloneUrl() + "/info/refs?service=" + service, new byte[0]);
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(withoutDate(head)).isEqualTo(withoutDate(get));
  }

  private static Map<String, List<String>> withoutDate(HttpResponse<byte[]> response) {
    Map<String, List<String>> headers = new TreeMap<>(response.headers().map());
    headers.remove("date");
    return headers;
  }

  @Test
  @Claims("clients-saying-no")
  void aRefusalIsSaidInEveryFormThatAClientShows() {
    Filled filled = filled();
    String signed = filled.work().commit("signed", "signed\n");
    Event state = filled.repo().state("main", signed);
    filled.relay().publish(state);
    String other = filled.work().commit("other", "other\n");
    byte[] body =
        RawPush.with(SIDE_BAND)
            .command(filled.commit(), other, MAIN)
            .pack(filled.work().pack(other))
            .body();
    byte[] answer = GitHttp.post(filled.repo(), GitHttp.RECEIVE, body).body();

    String words = new String(Pkts.band(2, answer), UTF_8);
    assertThat(words)
        .contains(MAIN)
        .contains(signed.substring(0, 8))
        .contains(other.substring(0, 8))
        .contains(state.id().hex().substring(0, 8))
        .contains("publish kind 30618 to ws://" + filled.repo().service());
    List<String> report = Pkts.read(Pkts.band(1, answer));
    assertThat(report.get(0)).startsWith("unpack no signed state");
    assertThat(report.get(1)).startsWith("ng " + MAIN + " no signed state");
    String link = words.substring(words.indexOf("see http") + 4).lines().findFirst().orElseThrow();
    assertThat(GitHttp.get(link.strip()).statusCode()).isEqualTo(200);
  }

  @Test
  @Claims("clients-saying-no")
  void gitShowsTheRefusalToItsUser() {
    Filled filled = filled();
    filled.work().commit("other", "other\n");
    assertThat(filled.work().mustFail("push", filled.repo().cloneUrl(), "main"))
        .contains("remote: " + MAIN + ": no signed state")
        .contains("[remote rejected] main -> main (no signed state for " + MAIN);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }
}
