package dev.graspd.server.git.serve.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.nostr.refusal.FetchReason;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.charge.Payer;
import dev.graspd.server.git.serve.PktText;
import dev.graspd.server.git.serve.refs.LsRefs;
import dev.graspd.server.git.serve.refs.ProtocolVersion;
import dev.graspd.server.git.wire.PktException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UploadRequestReaderTest {
  private static final Oid A = new Oid("a".repeat(40));
  private static final Oid B = new Oid("b".repeat(40));
  private static final Oid C = new Oid("c".repeat(40));

  private static final Payer ALICE = Payer.of(InetAddress.ofLiteral("192.0.2.1"));
  private static final Payer BOB = Payer.of(InetAddress.ofLiteral("192.0.2.2"));

  private final ServeLimits limits = ServeLimits.forCores(1);
  private final ByteBudget budget = new ByteBudget("git_requests", 64 << 20);

  @Test
  void cloneOfVersion0IsUnderstood() throws IOException {
    FetchRequest request =
        fetch(
            ProtocolVersion.V0,
            "want " + A + " multi_ack_detailed side-band-64k ofs-delta agent=git/2 unknown",
            "want " + B,
            "want " + A,
            "flush",
            "done");
    assertThat(request.wants()).containsExactly(A, B);
    assertThat(request.options())
        .containsExactly("multi_ack_detailed", "ofs-delta", "side-band-64k");
    assertThat(request.end()).isEqualTo(FetchRequest.End.DONE);
    assertThat(request.hasSideBand()).isTrue();
    assertThat(PktText.of(request.forJgit()))
        .isEqualTo(
            ("want " + A + " multi_ack_detailed ofs-delta side-band-64k\n")
                + ("want " + B + "\n")
                + "flush\ndone\n");
  }

  @Test
  void negotiationOfVersion0IsUnderstood() throws IOException {
    FetchRequest request =
        fetch(
            ProtocolVersion.V1,
            "want " + A,
            "shallow " + C,
            "deepen 3",
            "filter blob:limit=2k",
            "flush",
            "have " + B,
            "flush");
    assertThat(request.haves()).containsExactly(B);
    assertThat(request.shallow()).containsExactly(C);
    assertThat(request.depth()).isEqualTo(new FetchRequest.Depth.Commits(3));
    assertThat(request.filter()).contains(new ObjectFilter("blob:limit=2048"));
    assertThat(request.end()).isEqualTo(FetchRequest.End.FLUSH);
    assertThat(request.hasSideBand()).isFalse();
  }

  @Test
  void questionForShallowCommitsHasNoEnd() throws IOException {
    FetchRequest request = fetch(ProtocolVersion.V0, "want " + A, "deepen 1", "flush");
    assertThat(request.end()).isEqualTo(FetchRequest.End.NOTHING);
  }

  @Test
  void fetchOfVersion2IsUnderstood() throws IOException {
    FetchRequest request =
        fetch(
            ProtocolVersion.V2,
            "command=fetch",
            "agent=git/2",
            "object-format=sha1",
            "delim",
            "thin-pack",
            "want " + A,
            "have " + B,
            "deepen-since 1600000000",
            "deepen-not refs/heads/x",
            "filter tree:0",
            "done",
            "flush");
    assertThat(request.depth())
        .isEqualTo(
            new FetchRequest.Depth.Bounded(Optional.of(1_600_000_000), List.of("refs/heads/x")));
    assertThat(PktText.of(request.withNotRefs(List.of(C.hex())).forJgit()))
        .isEqualTo(
            "command=fetch\ndelim\nthin-pack\n"
                + ("want " + A + "\n")
                + ("deepen-since 1600000000\ndeepen-not " + C + "\n")
                + ("filter tree:0\nhave " + B + "\ndone\nflush\n"));
  }

  @Test
  void depthMayBeCountedFromWhereTheClientsHistoryEnds() throws IOException {
    UploadRequest first =
        read(
            ProtocolVersion.V0,
            "want " + A + " deepen-relative",
            "shallow " + B,
            "deepen 2",
            "flush");
    UploadRequest second =
        read(
            ProtocolVersion.V2,
            "command=fetch",
            "delim",
            "deepen-relative",
            "want " + A,
            "shallow " + B,
            "deepen 2",
            "done",
            "flush");
    for (UploadRequest request : List.of(first, second)) {
      assertThat(request)
          .isInstanceOfSatisfying(
              UploadRequest.Fetch.class,
              fetch ->
                  assertThat(fetch.request().depth()).isEqualTo(new FetchRequest.Depth.Further(2)));
    }
    // All of it is all of it.
    assertThat(
            read(
                ProtocolVersion.V0, "want " + A + " deepen-relative", "deepen 2147483647", "flush"))
        .isInstanceOfSatisfying(
            UploadRequest.Fetch.class,
            fetch ->
                assertThat(fetch.request().depth())
                    .isEqualTo(new FetchRequest.Depth.Commits(Integer.MAX_VALUE)));
  }

  @Test
  void listingOfVersion2IsUnderstood() throws IOException {
    assertThat(
            read(
                ProtocolVersion.V2,
                "command=ls-refs",
                "delim",
                "peel",
                "symrefs",
                "unborn",
                "ref-prefix refs/heads/",
                "flush"))
        .isEqualTo(new UploadRequest.Listing(new LsRefs(true, true, true, List.of("refs/heads/"))));
    assertThat(read(ProtocolVersion.V2, "command=ls-refs", "flush"))
        .isEqualTo(new UploadRequest.Listing(new LsRefs(false, false, false, List.of())));
  }

  @Test
  void emptyProbeAsksForNothing() throws IOException {
    for (ProtocolVersion version : ProtocolVersion.values()) {
      assertThat(read(version, "flush")).isEqualTo(new UploadRequest.Nothing());
      assertThat(read(version)).isEqualTo(new UploadRequest.Nothing());
    }
    assertThat(read(ProtocolVersion.V2, "command=fetch", "delim", "have " + A, "flush"))
        .isEqualTo(new UploadRequest.Nothing());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "want 1234",
        "want AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "want-ref refs/heads/main",
        "sideband-all",
        "packfile-uris https",
        "deepen 0",
        "deepen -1",
        "deepen x",
        "nonsense",
        "have"
      })
  void lineThatWasNotOfferedIsRefused(String line) throws IOException {
    assertThat(
            read(ProtocolVersion.V2, "command=fetch", "delim", "want " + A, line, "done", "flush"))
        .isInstanceOfSatisfying(
            UploadRequest.Wrong.class,
            wrong -> assertThat(wrong.why().reason()).isEqualTo(FetchReason.FETCH_MALFORMED));
  }

  /** A have among the wants would be written for JGit in another place than it was read. */
  @Test
  void haveBeforeTheFlushOfVersion0IsRefused() throws IOException {
    assertMalformed("want " + A, "have " + B, "deepen 3", "flush");
  }

  @Test
  void wantAfterTheFlushOfVersion0IsRefused() throws IOException {
    assertMalformed("want " + A, "flush", "want " + B, "done");
  }

  private void assertMalformed(String... lines) throws IOException {
    assertThat(read(ProtocolVersion.V0, lines))
        .isInstanceOfSatisfying(
            UploadRequest.Wrong.class,
            wrong -> assertThat(wrong.why().reason()).isEqualTo(FetchReason.FETCH_MALFORMED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sparse:oid=main",
        "combine:blob:none+tree:0",
        "object:type=blob",
        "tree:-1",
        "tree:",
        "",
        "blob:limit=",
        "blob:limit=99999999999"
      })
  void otherFiltersAreRefused(String spec) throws IOException {
    assertThat(read(ProtocolVersion.V0, "want " + A, "filter " + spec, "flush", "done"))
        .isEqualTo(
            new UploadRequest.Wrong(
                FetchReason.FETCH_FILTER.saying(
                    "filter not supported: '"
                        + spec
                        + "' is not one of blob:none, blob:limit=<size> and tree:<depth>")));
  }

  @Test
  void otherHashesAreRefused() throws IOException {
    assertThat(read(ProtocolVersion.V2, "command=ls-refs", "object-format=sha256", "flush"))
        .isInstanceOf(UploadRequest.Wrong.class);
    assertThat(read(ProtocolVersion.V0, "want " + A + " object-format=sha256", "flush", "done"))
        .isInstanceOf(UploadRequest.Wrong.class);
  }

  @Test
  void depthAndTimeDoNotMix() throws IOException {
    assertThat(read(ProtocolVersion.V0, "want " + A, "deepen 1", "deepen-since 5", "flush", "done"))
        .isInstanceOf(UploadRequest.Wrong.class);
  }

  @Test
  void tooManyWantsAndHavesAreRefused() throws IOException {
    assertThat(read(ProtocolVersion.V0, many("want ", limits.request().wants())))
        .isInstanceOf(fetchType());
    assertThat(read(ProtocolVersion.V0, many("want ", limits.request().wants() + 1)))
        .isInstanceOf(UploadRequest.Wrong.class);
    String[] haves = many("have ", limits.request().haves() + 1);
    String[] lines =
        Stream.concat(Stream.of("want " + A, "flush"), Stream.of(haves)).toArray(String[]::new);
    assertThat(read(ProtocolVersion.V0, lines)).isInstanceOf(UploadRequest.Wrong.class);
  }

  @Test
  void anAddressHasItsShareOfTheBytesOfRequestsAndOthersHaveTheirs() throws IOException {
    // An eighth is 512 KiB: one request of 2,500 wants, and not two.
    ByteBudget scarce = new ByteBudget("git_requests", 4 << 20);
    byte[] large = PktText.bytes(many("want ", 2_500));
    byte[] small = PktText.bytes(many("want ", 100));
    try (RequestMemory first = begun(scarce, ALICE);
        RequestMemory third = begun(scarce, ALICE);
        RequestMemory other = begun(scarce, BOB)) {
      assertThat(read(large, first)).isInstanceOf(fetchType());
      try (RequestMemory second = begun(scarce, ALICE)) {
        assertThat(read(large, second)).satisfies(UploadRequestReaderTest::isBusy);
      }
      assertThat(read(small, third)).isInstanceOf(fetchType());
      assertThat(read(large, other)).isInstanceOf(fetchType());
    }
    assertThat(scarce.usedBytes()).isZero();
    try (RequestMemory later = begun(scarce, ALICE)) {
      assertThat(read(large, later)).isInstanceOf(fetchType());
    }
  }

  /** It is 10 MB on the wire, or 110 KB of them with gzip. */
  @Test
  void prefixThatIsLongerThanEveryRefMatchesNothingAndIsNotKept() throws IOException {
    String[] lines = new String[1_002];
    Arrays.setAll(lines, i -> "ref-prefix refs/heads/" + (i + "x").repeat(600));
    lines[0] = "command=ls-refs";
    lines[1] = "delim";
    try (RequestMemory memory = begun(budget, ALICE)) {
      UploadRequest request =
          new UploadRequestReader(limits)
              .read(new ByteArrayInputStream(PktText.bytes(lines)), ProtocolVersion.V2, memory);
      assertThat(request)
          .isInstanceOfSatisfying(
              UploadRequest.Listing.class,
              listing ->
                  assertThat(listing.request().prefixes()).hasSize(1_000).containsOnly("\0"));
      assertThat(budget.usedBytes()).isLessThan(100_000);
    }
  }

  @Test
  void prefixAsLongAsARefIsKeptAndCharged() throws IOException {
    String prefix = "refs/heads/" + "x".repeat(244);
    String[] lines = new String[502];
    Arrays.fill(lines, "ref-prefix " + prefix);
    lines[0] = "command=ls-refs";
    lines[1] = "delim";
    try (RequestMemory memory = begun(budget, ALICE)) {
      UploadRequest request =
          new UploadRequestReader(limits)
              .read(new ByteArrayInputStream(PktText.bytes(lines)), ProtocolVersion.V2, memory);
      assertThat(request)
          .isInstanceOfSatisfying(
              UploadRequest.Listing.class,
              listing -> assertThat(listing.request().prefixes()).hasSize(500).contains(prefix));
      assertThat(budget.usedBytes()).isGreaterThan(500 * 255);
    }
  }

  @Test
  void deepenNotNamesARefOrIsRefused() throws IOException {
    String name = "refs/heads/" + "x".repeat(244);
    assertThat(
            fetch(
                    ProtocolVersion.V2,
                    "command=fetch",
                    "delim",
                    "want " + A,
                    "deepen-not " + name,
                    "done",
                    "flush")
                .depth())
        .isEqualTo(new FetchRequest.Depth.Bounded(Optional.empty(), List.of(name)));
    assertMalformed("want " + A, "deepen-not " + name + "x", "flush", "done");
  }

  @Test
  void lineThatIsLongerThanGitSendsIsNotRead() {
    assertThatThrownBy(() -> read(ProtocolVersion.V0, "want " + A + " " + "x".repeat(4_096)))
        .isInstanceOf(PktException.class)
        .hasMessage("line is longer than 4096 bytes");
  }

  private static void isBusy(UploadRequest request) {
    assertThat(request)
        .isInstanceOfSatisfying(
            UploadRequest.Wrong.class,
            wrong -> assertThat(wrong.why().reason()).isEqualTo(FetchReason.FETCH_BUSY));
  }

  private static RequestMemory begun(ByteBudget bytes, Payer payer) {
    return RequestMemory.begin(bytes, payer).orElseThrow();
  }

  @Test
  void cutRequestIsNoRequest() {
    assertThatThrownBy(() -> read(ProtocolVersion.V0, "want " + A))
        .isInstanceOf(PktException.class);
  }

  private static Class<UploadRequest.Fetch> fetchType() {
    return UploadRequest.Fetch.class;
  }

  private static String[] many(String word, int count) {
    return Stream.concat(
            IntStream.range(0, count).mapToObj(i -> word + "%040x".formatted(i + 1)),
            Stream.of("flush"))
        .toArray(String[]::new);
  }

  private FetchRequest fetch(ProtocolVersion version, String... lines) throws IOException {
    return ((UploadRequest.Fetch) read(version, lines)).request();
  }

  private UploadRequest read(ProtocolVersion version, String... lines) throws IOException {
    try (RequestMemory memory = begun(budget, Payer.operator())) {
      return new UploadRequestReader(limits)
          .read(new ByteArrayInputStream(PktText.bytes(lines)), version, memory);
    }
  }

  private UploadRequest read(byte[] body, RequestMemory memory) throws IOException {
    return new UploadRequestReader(limits)
        .read(new ByteArrayInputStream(body), ProtocolVersion.V0, memory);
  }
}
