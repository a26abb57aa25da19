package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.Bech32;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Code that was pushed can be read in a browser. */
class CodePagesTest extends HostingSuite {
  private static final Pattern STYLE = Pattern.compile("rel=\"stylesheet\" href=\"([^\"]+)\"");

  private static final Pattern CANONICAL = Pattern.compile("rel=\"canonical\" href=\"([^\"]+)\"");
  private static final Pattern PICTURE =
      Pattern.compile("property=\"og:image\" content=\"https?://[^/]+([^\"]+)\"");

  private static String url(Filled filled, String rest) {
    String clone = filled.repo().cloneUrl();
    return clone.substring(0, clone.length() - ".git".length()) + rest;
  }

  private static String page(Filled filled, String rest) {
    HttpResponse<byte[]> answer = GitHttp.get(url(filled, rest), "Accept", "text/html");
    assertThat(answer.statusCode()).as(rest).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'"));
    return GitHttp.text(answer);
  }

  @Test
  @Claims({"W-10", "W-13", "W-31", "W-32"})
  void filesOfARepositoryAreShownWithTheirStyle() {
    Filled filled = filled();
    String file =
        filled.work().must("ls-tree", "--name-only", "main").lines().findFirst().orElseThrow();

    String tree = page(filled, "/tree/HEAD");
    assertThat(tree).contains(">" + file + "</bdi>");
    assertThat(page(filled, "/tree/main/" + file))
        .contains("id=\"L1\"", ">Raw</a>", ">Permalink</a>")
        .contains("/tree/" + filled.commit() + "/" + file, "/commit/" + filled.commit());
    Matcher style = STYLE.matcher(tree);
    assertThat(style.find()).isTrue();
    HttpResponse<byte[]> sheet = GitHttp.get("http://" + authority(filled) + style.group(1));
    assertThat(sheet.statusCode()).isEqualTo(200);
    assertThat(sheet.headers().firstValue("Cache-Control"))
        .hasValue("public, max-age=31536000, immutable");
  }

  @Test
  @Claims("W-31")
  void directoriesWithOneDirectoryAloneAreOneRow() {
    Filled filled = filled();
    String commit = filled.work().commit("src/main/java/A.java", "class A {}\n");
    filled.relay().publish(filled.repo().state("main", commit));
    filled.work().must("push", filled.repo().cloneUrl(), "main");
    assertThat(page(filled, "/tree/main"))
        .contains("/tree/main/src/main/java\"><bdi>src/main/java</bdi></a>/");
    assertThat(page(filled, "/tree/main/src/main/java")).contains("A.java");
  }

  private static String authority(Filled filled) {
    return filled.repo().service().replaceFirst("/.*", "");
  }

  @Test
  @Claims({"W-14", "W-15", "W-19", "W-33", "W-34", "W-35", "W-36"})
  void historyOfARepositoryIsShown() {
    Filled filled = filled();
    String file =
        filled.work().must("ls-tree", "--name-only", "main").lines().findFirst().orElseThrow();
    String shortId = filled.commit().substring(0, 10);

    assertThat(page(filled, "/commits/main")).contains(shortId);
    assertThat(page(filled, "/commit/" + filled.commit())).contains("<ins>+", "as claimed");
    assertThat(page(filled, "/blame/main/" + file)).contains(shortId);
    assertThat(page(filled, "/branches")).contains(">main</bdi>");
    assertThat(page(filled, "/tags")).contains("There are no tags.");
    assertThat(GitHttp.get(url(filled, "/commit/" + shortId)).headers().firstValue("Location"))
        .hasValueSatisfying(place -> assertThat(place).endsWith(filled.commit()));
  }

  @Test
  @Claims("W-19")
  void pageOfWhatIsSignedSaysWhoSpeaksAndWhatRules() {
    Filled filled = filled();
    assertThat(page(filled, "")).contains("/status\">Status</a>");
    String before = page(filled, "/status");
    assertThat(before)
        .containsSubsequence("Who speaks for it", "owner", "/event/", "Signed states")
        .containsSubsequence("/event/", "served, rules", "Nowhere: all branches and tags")
        .containsSubsequence("Relays", "this server", "Storage");
    String commit = filled.work().commit("held.txt", "held\n");
    filled.relay().publish(filled.repo().state("main", commit));
    assertThat(page(filled, "/status"))
        .contains("held, rules when its git data is here", "Waiting for git data")
        .containsSubsequence("Where states differ", filled.commit(), commit);
    assertThat(GitHttp.get(url(filled, "/about")).headers().firstValue("Location"))
        .hasValueSatisfying(place -> assertThat(place).endsWith("/status"));
  }

  @Test
  @Claims({"W-14", "W-15", "W-16", "W-63", "W-74"})
  void commitsCanBeComparedSearchedAndTakenAway() {
    Filled filled = filled();
    String commit = filled.commit();
    HttpResponse<byte[]> patch = GitHttp.get(url(filled, "/commit/" + commit + ".patch"));
    assertThat(patch.statusCode()).isEqualTo(200);
    assertThat(patch.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
    assertThat(GitHttp.text(patch)).startsWith("From " + commit + " ");
    assertThat(page(filled, "/commit/" + commit)).contains("rel=\"alternate\"");
    assertThat(page(filled, "/compare/main..." + commit)).contains("No file has changed.");
    HttpResponse<byte[]> chosen = GitHttp.get(url(filled, "/compare?from=main&to=HEAD"));
    assertThat(chosen.headers().firstValue("Location"))
        .hasValueSatisfying(place -> assertThat(place).endsWith("/compare/main...HEAD"));
    assertThat(page(filled, "/search?q=no+such+text&in=code")).contains("0 of ");
    assertThat(GitHttp.get(url(filled, "/tag/none")).statusCode()).isEqualTo(404);
  }

  @Test
  @Claims({"W-12", "W-74"})
  void repositoryIsShownWithItsEndingAndToldToPrograms() {
    Filled filled = filled();
    String shown = page(filled, "");
    assertThat(page(filled, ".git")).isEqualTo(shown);
    Matcher canonical = CANONICAL.matcher(shown);
    assertThat(canonical.find()).isTrue();
    assertThat(canonical.group(1)).endsWith("/" + filled.repo().identifier());
    assertThat(page(filled, "/some/package?go-get=1"))
        .contains("name=\"go-import\"", " git " + canonical.group(1) + ".git\"");
    Matcher picture = PICTURE.matcher(shown);
    assertThat(picture.find()).isTrue();
    HttpResponse<byte[]> png = GitHttp.get("http://" + authority(filled) + picture.group(1));
    assertThat(png.headers().firstValue("Content-Type")).hasValue("image/png");
    assertThat(png.body()).startsWith(0x89, 'P', 'N', 'G');
  }

  @Test
  @Claims("W-11")
  void wordsOfNostrLeadToPages() {
    Filled filled = filled();
    String npub = filled.repo().cloneUrl().replaceFirst(".*/(npub1[^/]+)/.*", "$1");
    PublicKey owner = Bech32.parseNpub(npub).orElseThrow();
    String there = url(filled, "").replaceFirst("http://[^/]+", "");
    assertThat(location(filled, naddr(owner, filled.repo().identifier()))).hasValue(there);
    assertThat(location(filled, naddr(owner, "nothing"))).isEmpty();
    assertThat(location(filled, "nprofile1" + "x".repeat(60))).isEmpty();
    assertThat(location(filled, Bech32.encode("note", new byte[32]))).isEmpty();
  }

  private static String naddr(PublicKey owner, String identifier) {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    byte[] name = identifier.getBytes(StandardCharsets.UTF_8);
    list.write(0);
    list.write(name.length);
    list.writeBytes(name);
    list.write(2);
    list.write(32);
    list.writeBytes(owner.bytes());
    list.writeBytes(new byte[] {3, 4, 0, 0, 0x77, (byte) 0x99});
    return Bech32.encode("naddr", list.toByteArray());
  }

  private static Optional<String> location(Filled filled, String word) {
    HttpResponse<byte[]> answer = GitHttp.get("http://" + filled.repo().service() + "/" + word);
    assertThat(answer.statusCode()).as(word).isIn(302, 404);
    return answer.headers().firstValue("Location");
  }

  @Test
  @Claims({"W-5", "W-20", "W-22", "W-23"})
  void nothingElseIsShown() {
    Filled filled = filled();
    Filled sibling = filled();
    for (String rest :
        new String[] {
          "/tree/none",
          "/tree/main~1",
          "/tree/main/%2e%2e/x",
          "/commit/" + sibling.commit(),
          "/tree/" + filled.work().must("rev-parse", "main^{tree}").strip(),
        }) {
      assertThat(GitHttp.get(url(filled, rest)).statusCode()).as(rest).isEqualTo(404);
    }
    assertThat(page(filled, "/tree/main?view=x&y=z")).isEqualTo(page(filled, "/tree/main"));
  }
}
