package dev.graspd.server.site.serve;

import static dev.graspd.testkit.TestKeys.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.repo.Identifier;
import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.RefSpace;
import dev.graspd.core.repo.Refs;
import dev.graspd.core.repo.RepoAddress;
import dev.graspd.core.repo.Standing;
import dev.graspd.server.git.JgitSetup;
import dev.graspd.server.git.Scratch;
import dev.graspd.server.git.TestPacks;
import dev.graspd.server.git.objects.Layout;
import dev.graspd.server.git.objects.ObjectStores;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.hosting.Repositories;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.SiteAddress;
import dev.graspd.server.site.html.Html;
import dev.graspd.server.site.page.SiteFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a repository that C git made. */
final class CodeSiteTest {
  private static final RepoAddress REPOSITORY =
      new RepoAddress(ALICE.publicKey(), new Identifier("tool"));
  private static final String BASE = "/grasp/";
  private static final String TOOL = Bech32.npub(ALICE.publicKey()) + "/tool";
  private static final Pattern OWN_LINK = Pattern.compile("href=\"" + BASE + "([^\"]+)\"");

  @TempDir Path directory;

  private Scratch git;
  private ObjectStores stores;
  private Refs refs = Refs.NONE;
  private CodeSite site;

  @BeforeEach
  void open() throws IOException {
    JgitSetup.apply();
    git = Scratch.init(directory.resolve("scratch"));
    stores = TestPacks.lying(new Layout(directory.resolve("data")));
    site =
        new CodeSite(
            stores,
            new SiteFrame(
                "https://example.org",
                BASE,
                "example.org",
                "graspd 1",
                new Html.Link(BASE + "assets/x.css")),
            System::nanoTime);
  }

  @AfterEach
  void close() {
    stores.close();
  }

  /** The repository as it is published last. */
  private final class OneRepository implements Repositories {
    @Override
    public Optional<HostedRepository> find(RefSpace space) {
      return space.address().equals(REPOSITORY)
          ? Optional.of(new HostedRepository(REPOSITORY, Standing.SERVED, refs, new TreeMap<>()))
          : Optional.empty();
    }

    @Override
    public Optional<Optional<HostedRepository>> findAtOnce(RefSpace space) {
      return Optional.of(find(space));
    }

    @Override
    public SortedSet<Oid> servedTips(Identifier family) {
      return new TreeSet<>(refs.values().values());
    }

    @Override
    public Optional<Instant> restorableUntil(RepoAddress address) {
      return Optional.empty();
    }
  }

  private void publish() throws IOException {
    git.git("repack", "-q", "-a", "-d");
    Path packs = new Layout(directory.resolve("data")).packs(REPOSITORY.identifier());
    Files.createDirectories(packs);
    try (Stream<Path> files = Files.list(git.directory().resolve(".git/objects/pack"))) {
      for (Path file : files.toList()) {
        Files.copy(file, packs.resolve(file.getFileName()));
      }
    }
    SortedMap<RefName, Oid> values = new TreeMap<>();
    git.git("for-each-ref", "--format=%(objectname) %(refname)")
        .lines()
        .forEach(line ->
            values.put(
                new RefName(line.substring(Oid.DIGITS + 1)),
                new Oid(line.substring(0, Oid.DIGITS))));
    refs = new Refs(values, Optional.of(new RefName("refs/heads/main")));
  }

  private SiteAnswer answer(String rest) {
    int question = rest.indexOf('?');
    String path = question < 0 ? rest : rest.substring(0, question);
    Addresses.Reading reading =
        Addresses.read(TOOL + path, question < 0 ? "" : rest.substring(question + 1));
    return reading instanceof Addresses.Reading.At(SiteAddress.OfRepository address)
        ? new OneRepository()
            .find(address.repository())
            .map(found -> site.of(address, found).answer())
            .orElseGet(SiteAnswer.NotFound::new)
        : new SiteAnswer.NotFound();
  }

  private String page(String rest) {
    SiteAnswer answer = answer(rest);
    assertThat(answer).as(rest).isInstanceOf(SiteAnswer.Page.class);
    return ((SiteAnswer.Page) answer).html();
  }

  private void sample() throws IOException {
    git.commit("README.md", "# Tool\n<script>alert(1)</script>\n");
    git.commit("src/main.c", "int main() {\n\treturn 0;\n}\n" + "/* more */\n".repeat(5));
    git.commit("src/sp ace #?%&\"'<b>.txt", "x");
    git.commit("turned.txt", "access = \u202euser\n");
    git.commit("binary", new byte[] {1, 0, 2});
    git.commit("latin1", "gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1));
    git.commit("empty", "");
    git.git("mv", "src/main.c", "src/start.c");
    git.commit("src/start.c", "int main() {\n\treturn 1;\n}\n" + "/* more */\n".repeat(5));
    git.git("tag", "-a", "-m", "first", "v1");
    git.git("branch", "feature/x");
    publish();
  }

  @Test
  void directoryShowsItsEntriesWithTheirLastCommitsAndItsReadme() throws IOException {
    sample();
    String html = page("/tree/main");
    assertThat(html)
        .contains(">src</bdi></a>/", ">README.md</bdi>", "change binary", "# Tool")
        .contains("&lt;script&gt;")
        .doesNotContain("<script>");
    assertThat(page("/tree/HEAD/src")).contains("start.c").doesNotContain("main.c</bdi>");
    assertThat(page("/tree/feature/x/src")).contains("start.c");
  }

  @Test
  void fileShowsItsLinesWithAnchors() throws IOException {
    sample();
    assertThat(page("/tree/main/src/start.c?lines=2-3"))
        .contains("<span class=\"line\" id=\"L1\">int main() {\n</span>")
        .contains("<span class=\"line marked\" id=\"L2\">\treturn 1;\n</span>")
        .contains("/blame/main/src/start.c", "/commits/main/src/start.c");
    assertThat(page("/tree/main/turned.txt")).contains("U+202E").doesNotContain("\u202e");
    assertThat(page("/tree/main/binary")).contains("This file is not text");
    assertThat(page("/tree/main/latin1")).contains("grün", "read as Latin-1");
    assertThat(page("/tree/main/empty")).contains("0 lines");
  }

  @Test
  void commitShowsItsMessageAndWhatItChanged() throws IOException {
    sample();
    String id = git.git("rev-parse", "main");
    String html = page("/commit/" + id);
    assertThat(html)
        .contains("change src/start.c", "src/main.c → src/start.c")
        .contains("<del>-\treturn 0;\n</del>", "<ins>+\treturn 1;\n</ins>")
        .contains("Author, as claimed");
    assertThat(answer("/commit/" + id.substring(0, 8))).isInstanceOf(SiteAnswer.Moved.class);
    assertThat(answer("/commit/" + "1".repeat(40))).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void logGoesOnFromPageToPageAlsoWhenTheBranchMoves() throws IOException {
    for (int i = 0; i < 60; i++) {
      git.commit("a.txt", "x" + i);
    }
    publish();
    String first = page("/commits/main");
    Matcher next = Pattern.compile("href=\"[^\"]*(\\?from=[^\"]+)\">Older").matcher(first);
    assertThat(next.find()).isTrue();
    git.commit("b.txt", "newer");
    publish();
    String second = page("/commits/main" + next.group(1).replace("&amp;", "&"));
    assertThat(second.split("class=\"by\"", -1)).hasSize(11);
    assertThat(second).contains(git.git("rev-parse", "--short=10", "main~60"));
  }

  @Test
  void blameNamesACommitForEveryLine() throws IOException {
    sample();
    assertThat(page("/blame/main/src/start.c"))
        .contains(git.git("rev-parse", "--short=10", "main"))
        .doesNotContain("not traced");
    assertThat(answer("/blame/main/src")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void nothingIsThereForOtherNames() throws IOException {
    sample();
    for (String rest :
        new String[] {"/tree/none", "/tree/main/none", "/commits/none", "/tree/main/README.md/x"}) {
      assertThat(answer(rest)).as(rest).isEqualTo(new SiteAnswer.NotFound());
    }
    refs = Refs.NONE;
    assertThat(answer("/tree/HEAD")).isEqualTo(new SiteAnswer.NotFound());
  }

  @Test
  void headThatNamesNoBranchShowsOneThatIsThere() throws IOException {
    sample();
    refs = refs.withHead(Optional.of(new RefName("refs/heads/gone")));
    assertThat(page("/tree/HEAD")).contains("README.md");
  }

  /** Follows every link of every page. */
  @Test
  void everyLinkOfAPageLeadsToAPage() throws IOException {
    sample();
    SortedSet<String> seen = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>(Collections.singleton("/tree/HEAD"));
    while (!next.isEmpty()) {
      String rest = next.remove();
      if (!seen.add(rest) || rest.isEmpty()) {
        continue;
      }
      Matcher links = OWN_LINK.matcher(page(rest));
      while (links.find()) {
        String target = links.group(1).replace("&amp;", "&").replace("&#39;", "'");
        if (target.startsWith(TOOL)) {
          next.add(target.substring(TOOL.length()));
        }
      }
    }
    assertThat(seen)
        .hasSizeGreaterThan(60)
        .contains("/branches", "/tags", "/tree/main/src")
        .anyMatch(rest -> rest.startsWith("/blame/"));
  }
}
