package dev.graspd.server.web.http;

import dev.graspd.server.git.objects.Digests;
import dev.graspd.server.web.http.OpsPages.Page;
import dev.graspd.server.web.site.EntityTags;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Versions of pages whose facts have none: the hash of the page. It is made again for each request,
 * but a client that has it does not receive it again (W-92, W-86).
 */
public final class PageTags {
  private static final String ETAG = "ETag";

  /** Half of a hash: two pages never share it by chance. */
  private static final int BYTES = 16;

  private PageTags() {}

  /** Returns a page with its version; one that says that something is wrong has none. */
  public static Page tagged(Page page) {
    if (page.status() != 200 || page.headers().containsKey(ETAG)) {
      return page;
    }
    byte[] hash = Digests.sha256().digest(page.body().getBytes(StandardCharsets.UTF_8));
    SortedMap<String, String> headers = new TreeMap<>(page.headers());
    headers.put(ETAG, EntityTags.weak(HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES))));
    headers.putIfAbsent("Cache-Control", "no-cache");
    return new Page(page.status(), page.contentType(), page.body(), headers);
  }

  /**
   * Returns a page for a client that may have it already.
   *
   * @param known the versions that the client has, as it sends them
   */
  public static Page unlessKnown(Page page, Optional<String> known) {
    Optional<String> tag = Optional.ofNullable(page.headers().get(ETAG));
    boolean isKnown =
        tag.isPresent() && known.filter(list -> EntityTags.contains(list, tag.get())).isPresent();
    return isKnown ? new Page(304, page.contentType(), "", page.headers()) : page;
  }
}
