package dev.graspd.server.git.serve.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.charge.ByteBudget;
import dev.graspd.server.git.GitMetrics;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.git.serve.FakeExchange;
import dev.graspd.server.git.serve.Git;
import dev.graspd.server.git.serve.PktText;
import dev.graspd.server.git.serve.Scratch;
import dev.graspd.server.git.serve.UploadService;
import dev.graspd.server.git.serve.request.ServeLimits;
import dev.graspd.server.hosting.HostedRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which haves a client hears of again. */
class HaveCheckTest {
  private static final Identifier FAMILY = new Identifier("family");

  @TempDir Path temp;

  private final SortedSet<Oid> siblings = new TreeSet<>();
  private ObjectStores stores;
  private UploadService uploads;
  private HostedRepository repository;
  private Oid first;
  private Oid second;
  private Oid tip;
  private Oid tag;
  private Oid before;
  private Oid elsewhere;

  /** Main has three commits; of a branch beside it nothing is left here but its objects. */
  @BeforeEach
  void fill() throws IOException {
    JgitSetup.apply();
    Scratch scratch = new Scratch(new Git(temp), temp.resolve("scratch"));
    first = scratch.commit("a.txt", "one");
    scratch.run("branch", "aside");
    second = scratch.commit("a.txt", "two");
    scratch.run("tag", "-a", "-m", "second", "v2");
    tag = scratch.oid("v2");
    scratch.run("checkout", "-q", "aside");
    before = scratch.commit("b.txt", "three");
    elsewhere = scratch.commit("b.txt", "four");
    scratch.run("checkout", "-q", "main");
    tip = scratch.commit("a.txt", "five");
    Layout layout = new Layout(temp.resolve("data"));
    scratch.publish(layout, FAMILY);
    stores = TestPacks.lying(layout);
    uploads =
        new UploadService(
            new UploadService.Resources(
                stores,
                _ -> siblings,
                new ByteBudget("git_requests", 1 << 20),
                new ByteBudget("packs", 1 << 20)),
            ServeLimits.forCores(1),
            "graspd/test",
            GitMetrics.NONE,
            System::nanoTime);
    SortedMap<RefName, Oid> refs = new TreeMap<>();
    refs.put(new RefName("refs/heads/main"), tip);
    refs.put(new RefName("refs/tags/v2"), tag);
    repository =
        new HostedRepository(
            new RepoAddress(PublicKey.parse("1".repeat(64)), FAMILY),
            Standing.SERVED,
            new Refs(refs, Optional.of(new RefName("refs/heads/main"))),
            new TreeMap<>());
  }

  @AfterEach
  void stop() {
    uploads.close();
    stores.close();
  }

  @Test
  void whatRefsReachIsAcknowledged() {
    assertThat(acknowledgements(first, second, tip))
        .contains("ACK " + first, "ACK " + second, "ACK " + tip);
  }

  @Test
  void tagThatARefNamesIsAcknowledged() {
    assertThat(acknowledgements(tag)).contains("ACK " + tag);
  }

  @Test
  void whatNobodyServesIsAsGoodAsUnknown() {
    assertThat(acknowledgements(before)).isEqualTo(acknowledgements(new Oid("1".repeat(40))));
    assertThat(acknowledgements(before, elsewhere)).doesNotContain("ACK").contains("NAK");
    assertThat(acknowledgements(elsewhere, first))
        .doesNotContain(elsewhere.hex())
        .contains("ACK " + first);
  }

  @Test
  void whatASiblingServesIsAcknowledged() {
    siblings.add(elsewhere);
    assertThat(acknowledgements(before, elsewhere)).contains("ACK " + before, "ACK " + elsewhere);
  }

  @Test
  void lostTipOfASiblingIsPassedOver() {
    siblings.add(new Oid("0".repeat(39) + "1"));
    siblings.add(elsewhere);
    assertThat(acknowledgements(before)).contains("ACK " + before);
  }

  /** Objects of an ignored have are in the pack: the client gets all its wants. */
  @ParameterizedTest
  @ValueSource(strings = {"before", "first"})
  void packIsWholeWhateverIsAcknowledged(String have) {
    FakeExchange exchange =
        new FakeExchange(
            2,
            PktText.bytes(
                "command=fetch",
                "delim",
                "no-progress",
                "want " + tip,
                "have " + (have.equals("first") ? first : before),
                "done",
                "flush"));
    uploads.exchange(repository, exchange);
    byte[] body = exchange.body();
    int at = new String(body, StandardCharsets.ISO_8859_1).indexOf("PACK");
    // Two commits with a tree and a blob each beyond the first, three of them without it.
    assertThat(body[at + 11]).isEqualTo((byte) (have.equals("first") ? 6 : 9));
  }

  private String acknowledgements(Oid... haves) {
    String[] lines = new String[haves.length + 4];
    lines[0] = "command=fetch";
    lines[1] = "delim";
    lines[2] = "want " + tip;
    for (int i = 0; i < haves.length; i++) {
      lines[3 + i] = "have " + haves[i];
    }
    lines[lines.length - 1] = "flush";
    FakeExchange exchange = new FakeExchange(2, PktText.bytes(lines));
    uploads.exchange(repository, exchange);
    String answer = new String(exchange.body(), StandardCharsets.ISO_8859_1);
    int pack = answer.indexOf("packfile");
    return pack < 0 ? answer : answer.substring(0, pack);
  }
}
