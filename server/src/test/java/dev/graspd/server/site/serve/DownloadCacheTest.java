package dev.graspd.server.site.serve;

import static dev.graspd.server.site.serve.SiteFixture.ADDRESS;
import static dev.graspd.server.site.serve.SiteFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import dev.graspd.core.repo.Refs;
import dev.graspd.server.git.serve.FakeExchange;
import dev.graspd.server.site.download.DownloadCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** W-72: downloads of tags are made once. */
final class DownloadCacheTest {
  private static final int MAX = 4_000;

  @TempDir Path directory;

  private final Set<DownloadCache.Key> gone = new HashSet<>();

  private static DownloadCache.Key key(String tag) {
    return new DownloadCache.Key(
        ADDRESS, new RefName("refs/tags/" + tag), new Oid("1".repeat(40)), "x");
  }

  private DownloadCache cache() {
    return new DownloadCache(directory, MAX, key -> !gone.contains(key));
  }

  private static DownloadCache.Writer begun(DownloadCache cache, DownloadCache.Key key, int bytes)
      throws IOException {
    DownloadCache.Writer writer = cache.begin(key).orElseThrow();
    try (OutputStream out = writer.beside(OutputStream.nullOutputStream())) {
      out.write(new byte[bytes]);
    }
    return writer;
  }

  private static boolean has(DownloadCache cache, DownloadCache.Key key) {
    Optional<DownloadCache.Reader> found = cache.find(key);
    found.ifPresent(DownloadCache.Reader::close);
    return found.isPresent();
  }

  @Test
  void longestUnusedGoFirstAndBytesStayBelowTheLimit() throws IOException {
    try (DownloadCache cache = cache()) {
      for (String tag : new String[] {"a", "b", "c", "d"}) {
        begun(cache, key(tag), 1_000).whole();
      }
      assertThat(cache.bytes()).isEqualTo(MAX);
      assertThat(has(cache, key("a"))).isTrue();
      begun(cache, key("e"), 900).whole();
      assertThat(has(cache, key("b"))).isFalse();
      assertThat(has(cache, key("a"))).isTrue();
      assertThat(cache.bytes()).isEqualTo(3_900);
    }
  }

  @Test
  void fileCountsUntilItsLastReaderHasIt() throws IOException {
    DownloadCache cache = cache();
    begun(cache, key("a"), 1_000).whole();
    DownloadCache.Reader reader = cache.find(key("a")).orElseThrow();
    cache.close();
    assertThat(has(cache, key("a"))).isFalse();
    assertThat(cache.bytes()).isEqualTo(1_000);
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    reader.copyTo(read, new byte[300]);
    assertThat(read.toByteArray()).isEqualTo(new byte[1_000]);
    reader.close();
    reader.close();
    assertThat(cache.bytes()).isZero();
  }

  @Test
  void onlyWholeAndCurrentDownloadsAreFound() throws IOException {
    try (DownloadCache cache = cache()) {
      DownloadCache.Writer half = begun(cache, key("half"), 10);
      assertThat(has(cache, key("half"))).isFalse();
      half.giveUp();
      begun(cache, key("large"), MAX / 4 + 1).whole();
      assertThat(has(cache, key("large"))).isFalse();
      DownloadCache.Writer late = begun(cache, key("late"), 10);
      gone.add(key("late"));
      cache.refsMoved(ADDRESS);
      late.whole();
      assertThat(has(cache, key("late"))).isFalse();
      assertThat(cache.bytes()).isZero();
    }
    assertThat(new DownloadCache(directory, 0, _ -> true).begin(key("a"))).isEmpty();
    try (var left = java.nio.file.Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void downloadOfATagIsKeptUntilTheTagOrTheRepositoryIsGone() throws IOException {
    try (SiteFixture fixture = new SiteFixture(directory)) {
      SiteService site = fixture.service(0);
      fixture.git.commit("README.md", "words\n");
      fixture.git.git("tag", "-a", "-m", "first", "v1");
      fixture.publish();
      assertThat(download(site, "/archive/main.tar")).isNotEmpty();
      assertThat(fixture.downloads.bytes()).isZero();

      byte[] first = download(site, "/archive/v1.tar.gz");
      assertThat(fixture.downloads.bytes()).isEqualTo(first.length);
      assertThat(download(site, "/archive/v1.tar.gz")).isEqualTo(first);
      assertThat(download(site, "/archive/v1.zip")).isNotEqualTo(first);

      fixture.git.commit("README.md", "other words\n");
      fixture.publish();
      fixture.downloads.refsMoved(ADDRESS);
      assertThat(fixture.downloads.bytes()).isGreaterThan(first.length);

      fixture.git.git("tag", "-f", "-a", "-m", "again", "v1");
      fixture.publish();
      assertThat(download(site, "/archive/v1.tar.gz")).isNotEqualTo(first);
      fixture.downloads.refsMoved(ADDRESS);
      fixture.refs = Refs.NONE;
      assertThat(status(site, "/archive/v1.tar.gz")).isEqualTo(404);
      fixture.downloads.refsMoved(ADDRESS);
      assertThat(fixture.downloads.bytes()).isZero();
    }
  }

  private static FakeExchange.End.Answered answer(SiteService site, String rest) {
    FakeExchange exchange = new FakeExchange(0, new byte[0]);
    site.stream(request(rest), exchange);
    return (FakeExchange.End.Answered) exchange.end();
  }

  private static int status(SiteService site, String rest) {
    return answer(site, rest).status();
  }

  private static byte[] download(SiteService site, String rest) {
    FakeExchange.End.Answered answer = answer(site, rest);
    assertThat(answer.status()).as(rest).isEqualTo(200);
    return answer.body();
  }
}
