package dev.graspd.conformance.grasp01;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.testkit.client.GitHttp;
import dev.graspd.testkit.suite.Claims;
import dev.graspd.testkit.suite.HostingSuite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/** Files, downloads and feeds of repositories, and files about the service. */
class SiteFilesTest extends HostingSuite {
  private static final String NOINDEX = "<meta name=\"robots\" content=\"noindex\">";

  private static String url(Filled filled, String rest) {
    String clone = filled.repo().cloneUrl();
    return clone.substring(0, clone.length() - ".git".length()) + rest;
  }

  private static String service(Filled filled, String path) {
    return "http://" + filled.repo().service().replaceFirst("/.*", "") + path;
  }

  private static String header(HttpResponse<byte[]> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  private static String file(Filled filled) {
    return filled.work().must("ls-tree", "--name-only", "main").lines().findFirst().orElseThrow();
  }

  @Test
  @Claims("W-70")
  void fileIsSentAsItIsAndNeverRuns() {
    Filled filled = filled();
    byte[] content =
        filled
            .work()
            .must("cat-file", "blob", "main:" + file(filled))
            .getBytes(StandardCharsets.UTF_8);
    HttpResponse<byte[]> whole = GitHttp.get(url(filled, "/raw/main/" + file(filled)));
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(new String(whole.body(), StandardCharsets.UTF_8).strip())
        .isEqualTo(new String(content, StandardCharsets.UTF_8).strip());
    assertThat(header(whole, "Content-Type")).isEqualTo("text/plain; charset=utf-8");
    assertThat(header(whole, "Content-Security-Policy")).contains("sandbox");
    assertThat(header(whole, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(whole, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");

    HttpResponse<byte[]> part =
        GitHttp.get(url(filled, "/raw/main/" + file(filled)), "Range", "bytes=1-2");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(new byte[] {whole.body()[1], whole.body()[2]});
    assertThat(header(part, "Content-Range")).isEqualTo("bytes 1-2/" + whole.body().length);
    HttpResponse<byte[]> resumed =
        GitHttp.get(
            url(filled, "/raw/main/" + file(filled)), "Range", "bytes=1-2", "If-Range", "\"old\"");
    assertThat(resumed.statusCode()).isEqualTo(200);
    assertThat(resumed.body()).isEqualTo(whole.body());
    HttpResponse<byte[]> beyond =
        GitHttp.get(url(filled, "/raw/main/" + file(filled)), "Range", "bytes=999999999-");
    assertThat(beyond.statusCode()).isEqualTo(416);
    HttpResponse<byte[]> known =
        GitHttp.get(
            url(filled, "/raw/main/" + file(filled)), "If-None-Match", header(whole, "ETag"));
    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(GitHttp.get(url(filled, "/raw/main/none")).statusCode()).isEqualTo(404);
  }

  @Test
  @Claims({"W-16", "W-71"})
  void downloadHasTheBytesOfGit() throws IOException {
    Filled filled = filled();
    String commit = filled.commit();
    String name = filled.repo().identifier() + "-" + commit.substring(0, 12);
    filled.work().must("archive", "--prefix=" + name + "/", "-o", "../by-git.tar", "main");
    byte[] byGit = Files.readAllBytes(filled.work().directory().resolveSibling("by-git.tar"));

    HttpResponse<byte[]> tar = GitHttp.get(url(filled, "/archive/main.tar"));
    assertThat(tar.statusCode()).isEqualTo(200);
    assertThat(tar.body()).isEqualTo(byGit);
    assertThat(header(tar, "Content-Disposition"))
        .isEqualTo("attachment; filename=\"" + name + ".tar\"");
    HttpResponse<byte[]> packed = GitHttp.get(url(filled, "/archive/" + commit + ".tar.gz"));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(byGit);
    }
    assertThat(header(packed, "Cache-Control")).isEqualTo("public, max-age=86400, immutable");
    HttpResponse<byte[]> zip = GitHttp.get(url(filled, "/archive/main.zip"));
    assertThat(new String(zip.body(), StandardCharsets.ISO_8859_1))
        .startsWith("PK")
        .endsWith(commit);
    assertThat(
            GitHttp.get(url(filled, "/archive/main.tar"), "If-None-Match", header(tar, "ETag"))
                .statusCode())
        .isEqualTo(304);
    assertThat(GitHttp.get(url(filled, "/archive/none.tar")).statusCode()).isEqualTo(404);
  }

  @Test
  @Claims({"W-92", "W-95", "W-96"})
  void pageThatHasNotChangedIsNotSentAgain() throws IOException {
    Filled filled = filled();
    HttpResponse<byte[]> page = GitHttp.get(url(filled, "/tree/main"));
    HttpResponse<byte[]> known =
        GitHttp.get(url(filled, "/tree/main"), "If-None-Match", header(page, "ETag"));
    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
    assertThat(header(page, "Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri"
                + " 'none'; frame-ancestors 'none'");
    HttpResponse<byte[]> packed = GitHttp.get(url(filled, "/tree/main"), "Accept-Encoding", "gzip");
    assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(page.body());
    }
    assertThat(header(GitHttp.get(url(filled, "/commit/" + filled.commit())), "Cache-Control"))
        .isEqualTo("public, max-age=300");
    assertThat(header(page, "Cache-Control")).isEqualTo("no-cache");
  }

  /** Pages of code, of the service, of errors, and what is not there. */
  @Test
  @Claims("W-92")
  void everyPageForbidsBrowsersWhatItDoesNotNeed() {
    Filled filled = filled();
    String file = file(filled);
    for (String url :
        List.of(
            service(filled, "/"),
            service(filled, "/status"),
            service(filled, "/errors/"),
            service(filled, "/errors/none"),
            service(filled, "/repos"),
            service(filled, "/search"),
            url(filled, ""),
            url(filled, "/tree/main/" + file),
            url(filled, "/commit/" + filled.commit()),
            url(filled, "/branches"),
            url(filled, "/tree/none"))) {
      HttpResponse<byte[]> page = GitHttp.get(url);
      assertThat(header(page, "Content-Type")).as(url).isEqualTo("text/html; charset=utf-8");
      assertThat(header(page, "Content-Security-Policy"))
          .as(url)
          .isEqualTo(
              "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri"
                  + " 'none'; frame-ancestors 'none'");
      assertThat(header(page, "X-Content-Type-Options")).as(url).isEqualTo("nosniff");
      assertThat(header(page, "Referrer-Policy")).as(url).isEqualTo("no-referrer");
      assertThat(header(page, "Cross-Origin-Opener-Policy")).as(url).isEqualTo("same-origin");
      assertThat(header(page, "Permissions-Policy").split(", "))
          .as(url)
          .contains("camera=()", "payment=()", "usb=()")
          .allMatch(one -> one.endsWith("=()"));
    }
    HttpResponse<byte[]> raw = GitHttp.get(url(filled, "/raw/main/" + file));
    assertThat(header(raw, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(raw, "Permissions-Policy")).contains("camera=()");
    assertThat(header(raw, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
  }

  @Test
  @Claims("W-92")
  void pagesOfTheServiceAreNotSentAgainToThoseWhoHaveThem() {
    Filled filled = filled();
    for (String path : List.of("/", "/errors/", "/repos", "/search")) {
      HttpResponse<byte[]> page = GitHttp.get(service(filled, path));
      assertThat(header(page, "ETag")).as(path).isNotEmpty();
      HttpResponse<byte[]> again =
          GitHttp.get(service(filled, path), "If-None-Match", header(page, "ETag"));
      assertThat(again.statusCode()).as(path).isEqualTo(304);
      assertThat(again.body()).as(path).isEmpty();
    }
  }

  @Test
  @Claims({"W-19", "W-73"})
  void commitsComeAsAFeed() throws XMLStreamException {
    Filled filled = filled();
    HttpResponse<byte[]> feed = GitHttp.get(url(filled, "/feed/commits.atom"));
    assertThat(header(feed, "Content-Type")).isEqualTo("application/atom+xml; charset=utf-8");
    assertThat(entries(feed.body())).isPositive();
    assertThat(GitHttp.text(feed)).contains("/commit/" + filled.commit());
    HttpResponse<byte[]> repositories = GitHttp.get(service(filled, "/feeds/repos.atom"));
    assertThat(entries(repositories.body())).isPositive();
    assertThat(header(repositories, "ETag")).isNotEmpty();
    HttpResponse<byte[]> tags = GitHttp.get(url(filled, "/feed/tags.atom"));
    assertThat(
            GitHttp.get(url(filled, "/feed/tags.atom"), "If-None-Match", header(tags, "ETag"))
                .statusCode())
        .isEqualTo(304);
    assertThat(entries(GitHttp.get(url(filled, "/feed/tags.atom")).body())).isZero();
  }

  /** RFC 4287: what every feed and entry must have, and ids that never change. */
  @Test
  @Claims("W-73")
  void feedsHaveWhatReadersRequire() throws XMLStreamException {
    Filled filled = filled();
    String id = url(filled, "").replaceFirst("^[a-z]+://[^/]+/", "");
    String owner = id.substring(0, id.indexOf('/'));
    String commits = atom(GitHttp.get(url(filled, "/feed/commits.atom")));
    assertThat(commits).contains("/" + filled.commit());
    assertThat(ids(commits))
        .hasSizeLessThanOrEqualTo(51)
        .doesNotHaveDuplicates()
        .allMatch(one -> one.startsWith("tag:") && one.contains(",2026:" + owner));
    assertThat(ids(atom(GitHttp.get(url(filled, "/feed/commits.atom"))))).isEqualTo(ids(commits));
    String repositories = atom(GitHttp.get(service(filled, "/feeds/repos.atom")));
    assertThat(ids(repositories)).anyMatch(one -> one.endsWith(",2026:" + id));
    atom(GitHttp.get(service(filled, "/feeds/" + owner + ".atom")));
  }

  private static List<String> ids(String feed) {
    return Pattern.compile("<id>([^<]+)</id>")
        .matcher(feed)
        .results()
        .map(m -> m.group(1))
        .toList();
  }

  /** Checks the structure of a feed and returns its text. */
  private static String atom(HttpResponse<byte[]> answer) throws XMLStreamException {
    assertThat(header(answer, "Content-Type")).isEqualTo("application/atom+xml; charset=utf-8");
    XMLStreamReader reader =
        XMLInputFactory.newDefaultFactory()
            .createXMLStreamReader(new ByteArrayInputStream(answer.body()));
    List<String> names = new ArrayList<>();
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamReader.START_ELEMENT -> {
          if (names.isEmpty()) {
            assertThat(reader.getNamespaceURI()).isEqualTo("http://www.w3.org/2005/Atom");
          }
          names.add(reader.getLocalName());
        }
        case XMLStreamReader.END_ELEMENT -> {
          if (reader.getLocalName().equals("entry")) {
            int from = names.lastIndexOf("entry");
            assertThat(names.subList(from, names.size()))
                .containsOnlyOnce("id", "title", "updated")
                .contains("link", "author", "name", "content");
          }
        }
        default -> {}
      }
    }
    int first = names.contains("entry") ? names.indexOf("entry") : names.size();
    assertThat(names.subList(0, first))
        .startsWith("feed")
        .containsOnlyOnce("id", "title", "updated")
        .contains("link");
    return GitHttp.text(answer);
  }

  /** What search engines may read, on the pages themselves, in links and for all at once. */
  @Test
  @Claims("W-75")
  void searchEnginesAreToldWhatToLeaveOut() {
    Filled filled = filled();
    String file = file(filled);
    for (String rest : List.of("", "/tree/HEAD", "/tree/main/" + file)) {
      assertThat(GitHttp.text(GitHttp.get(url(filled, rest)))).as(rest).doesNotContain(NOINDEX);
    }
    for (String rest :
        List.of(
            "/tree/" + filled.commit(),
            "/commit/" + filled.commit(),
            "/commits/main",
            "/blame/main/" + file,
            "/compare/main...main",
            "/branches",
            "/tags",
            "/search")) {
      assertThat(GitHttp.text(GitHttp.get(url(filled, rest)))).as(rest).contains(NOINDEX);
    }
    assertThat(header(GitHttp.get(url(filled, "/raw/main/" + file)), "X-Robots-Tag"))
        .isEqualTo("noindex");
    String page = GitHttp.text(GitHttp.get(url(filled, "/tree/main/" + file)));
    String costly = "<a [^>]*/(commit|commits|blame|raw|search|compare)[/?\"][^>]*>";
    assertThat(Pattern.compile(costly).matcher(page).results().map(MatchResult::group))
        .hasSizeGreaterThan(4)
        .allMatch(link -> link.contains("rel=\"nofollow\""));
    String robots = GitHttp.text(GitHttp.get(service(filled, "/robots.txt")));
    for (String word :
        List.of("commit", "commits", "blame", "compare", "archive", "raw", "search", "api")) {
      assertThat(robots).as(word).containsPattern("(?m)^Disallow: /.*" + word + "\\b");
    }
    assertThat(robots).containsPattern("(?m)^Disallow: .*\\?");
  }

  private static int entries(byte[] xml) throws XMLStreamException {
    XMLStreamReader reader =
        XMLInputFactory.newDefaultFactory().createXMLStreamReader(new ByteArrayInputStream(xml));
    int count = 0;
    while (reader.hasNext()) {
      if (reader.next() == XMLStreamReader.START_ELEMENT && reader.getLocalName().equals("entry")) {
        count++;
      }
    }
    return count;
  }

  @Test
  @Claims({"W-30", "W-61", "W-75"})
  void serviceTellsWhatItHasAndWhatMayBeRead() {
    Filled filled = filled();
    String identifier = filled.repo().identifier();
    assertThat(GitHttp.text(GitHttp.get(service(filled, "/"))))
        .contains(
            "Recently updated repositories", "All repositories", "search\"><label>Search for");
    assertThat(GitHttp.text(GitHttp.get(service(filled, "/repos")))).contains(identifier);
    assertThat(GitHttp.text(GitHttp.get(url(filled, ""))))
        .contains("git clone", "/archive/HEAD.zip", file(filled));
    String person = url(filled, "").replaceFirst("/[^/]*$", "");
    assertThat(GitHttp.text(GitHttp.get(person))).contains(identifier);
    assertThat(GitHttp.text(GitHttp.get(service(filled, "/robots.txt"))))
        .contains("User-agent: *", "/commit", "sitemap.xml");
    assertThat(GitHttp.text(GitHttp.get(service(filled, "/sitemap.xml")))).contains(identifier);
    assertThat(header(GitHttp.get(service(filled, "/favicon.svg")), "Content-Type"))
        .isEqualTo("image/svg+xml");
    assertThat(GitHttp.text(GitHttp.get(service(filled, "/.well-known/nostr.json"))))
        .contains("\"names\":{\"_\":\"");
  }
}
