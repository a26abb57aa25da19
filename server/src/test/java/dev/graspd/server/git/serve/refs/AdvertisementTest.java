package dev.graspd.server.git.serve.refs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.server.git.serve.PktText;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdvertisementTest {
  private static final Oid A = new Oid("a".repeat(40));
  private static final Oid B = new Oid("b".repeat(40));
  private static final Oid C = new Oid("c".repeat(40));
  private static final RefName MAIN = new RefName("refs/heads/main");
  private static final RefName TAG = new RefName("refs/tags/v1");
  private static final RefName PULL = new RefName("refs/nostr/" + "d".repeat(64));
  private static final Refs REFS =
      new Refs(new TreeMap<>(Map.of(MAIN, A, TAG, B, PULL, A)), Optional.of(MAIN));
  private static final RefSpace REPOSITORY =
      RefSpace.ofRepository(
          new RepoAddress(PublicKey.parse("1".repeat(64)), new Identifier("repo")));

  private static final Peeling TAG_B_OF_C = id -> id.equals(B) ? Optional.of(C) : Optional.empty();

  private static final String UPLOAD =
      "multi_ack thin-pack side-band side-band-64k ofs-delta shallow deepen-since deepen-not deepen-relative"
          + " no-progress include-tag multi_ack_detailed no-done allow-tip-sha1-in-want"
          + " allow-reachable-sha1-in-want filter object-format=sha1";
  private static final String RECEIVE =
      "report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta"
          + " push-options object-format=sha1 agent=graspd/1";

  private final Advertisement advertisement = new Advertisement("graspd/1");

  @Test
  void readersSeeHeadFirstThenAllRefsWithTheirPeeledValues() {
    assertThat(lines(advertisement.forReading(REFS, ProtocolVersion.V0, TAG_B_OF_C)))
        .isEqualTo(
            """
            # service=git-upload-pack
            flush
            %s HEAD\0%s symref=HEAD:refs/heads/main agent=graspd/1
            %s refs/heads/main
            %s refs/nostr/%s
            %s refs/tags/v1
            %s refs/tags/v1^{}
            flush
            """
                .formatted(A, UPLOAD, A, A, "d".repeat(64), B, C));
  }

  @Test
  void version1SaysSoBeforeTheRefs() {
    assertThat(lines(advertisement.forReading(REFS, ProtocolVersion.V1, TAG_B_OF_C)))
        .startsWith("# service=git-upload-pack\nflush\nversion 1\n" + A + " HEAD\0");
  }

  @Test
  void emptyRepositoryStillTellsItsCapabilities() {
    assertThat(lines(advertisement.forReading(Refs.NONE, ProtocolVersion.V0, TAG_B_OF_C)))
        .isEqualTo(
            "# service=git-upload-pack\nflush\n"
                + (Oid.ZERO + " capabilities^{}\0" + UPLOAD + " agent=graspd/1\n")
                + "flush\n");
  }

  @Test
  void headWithoutItsBranchIsLeftOut() {
    Refs refs = new Refs(new TreeMap<>(Map.of(TAG, A)), Optional.of(MAIN));
    assertThat(lines(advertisement.forReading(refs, ProtocolVersion.V0, TAG_B_OF_C)))
        .contains(A + " refs/tags/v1\0")
        .doesNotContain("HEAD")
        .doesNotContain("symref");
  }

  @Test
  void version2TellsWhatWorksAndNoRef() {
    assertThat(lines(advertisement.version2()))
        .isEqualTo(
            """
            # service=git-upload-pack
            flush
            version 2
            agent=graspd/1
            ls-refs=unborn
            fetch=shallow wait-for-done filter
            server-option
            object-format=sha1
            flush
            """);
  }

  @Test
  void pushersSeePlaceholdersAndReadersDoNot() {
    RefName waiting = new RefName("refs/nostr/" + "e".repeat(64));
    assertThat(
            lines(
                advertisement.forPushing(
                    REFS, new TreeMap<>(Map.of(waiting, C)), ProtocolVersion.V0)))
        .isEqualTo(
            """
            # service=git-receive-pack
            flush
            %s refs/heads/main\0%s
            %s refs/nostr/%s
            %s refs/nostr/%s
            %s refs/tags/v1
            flush
            """
                .formatted(A, RECEIVE, A, "d".repeat(64), C, "e".repeat(64), B));
  }

  @Test
  void emptyRepositoryCanBePushedTo() {
    assertThat(
            lines(
                advertisement.forPushing(
                    Refs.NONE, Collections.emptySortedMap(), ProtocolVersion.V1)))
        .isEqualTo(
            "# service=git-receive-pack\nflush\nversion 1\n"
                + (Oid.ZERO + " capabilities^{}\0" + RECEIVE + "\n")
                + "flush\n");
  }

  @Test
  void sameRefsAreRenderedOnceAndMovedRefsAgain() {
    Advertisements cache = new Advertisements("graspd/1", 1 << 20);
    byte[] first = cache.forReading(REPOSITORY, REFS, ProtocolVersion.V0, TAG_B_OF_C);
    Refs equal = new Refs(REFS.values(), REFS.head());
    assertThat(cache.forReading(REPOSITORY, equal, ProtocolVersion.V0, TAG_B_OF_C)).isSameAs(first);
    Refs moved = new Refs(new TreeMap<>(Map.of(MAIN, B)), Optional.of(MAIN));
    assertThat(lines(cache.forReading(REPOSITORY, moved, ProtocolVersion.V0, TAG_B_OF_C)))
        .contains(B + " refs/heads/main\n")
        .doesNotContain("refs/tags");
    assertThat(lines(cache.forReading(REPOSITORY, moved, ProtocolVersion.V1, TAG_B_OF_C)))
        .contains("version 1");
  }

  @Test
  void newPlaceholderIsSeenAtOnce() {
    Advertisements cache = new Advertisements("graspd/1", 1 << 20);
    RefName waiting = new RefName("refs/nostr/" + "e".repeat(64));
    assertThat(
            lines(
                cache.forPushing(
                    REPOSITORY, REFS, Collections.emptySortedMap(), ProtocolVersion.V0)))
        .doesNotContain(waiting.text());
    assertThat(
            lines(
                cache.forPushing(
                    REPOSITORY, REFS, new TreeMap<>(Map.of(waiting, C)), ProtocolVersion.V0)))
        .contains(waiting.text());
  }

  @Test
  void greatestKnownVersionOfTheHeaderCounts() {
    assertThat(ProtocolVersion.of("")).isEqualTo(ProtocolVersion.V0);
    assertThat(ProtocolVersion.of("version=1")).isEqualTo(ProtocolVersion.V1);
    assertThat(ProtocolVersion.of("key:version=1:version=2")).isEqualTo(ProtocolVersion.V2);
    assertThat(ProtocolVersion.of("version=3")).isEqualTo(ProtocolVersion.V0);
    assertThat(ProtocolVersion.of("version=22")).isEqualTo(ProtocolVersion.V0);
  }

  private static String lines(byte[] bytes) {
    return PktText.of(bytes);
  }
}
