package dev.graspd.bench.web;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows in the order of a run, with the goals of single pages. */
final class WebRows {
  private static final SortedMap<Peer, Double> SMALL_PAGE =
      new TreeMap<>(Map.of(Peer.CGIT, 0.5, Peer.GITWEB, 0.03));
  private static final SortedMap<Peer, Double> COMMITS = new TreeMap<>(Map.of(Peer.CGIT, 0.5));
  private static final SortedMap<Peer, Double> HISTORY = new TreeMap<>(Map.of(Peer.CGIT, 1.0));

  private WebRows() {}

  static List<WebRow> all(Crawlers crawlers) {
    return List.of(
        new PageRow("tree", "directory", Pages::trees, SMALL_PAGE),
        new PageRow("file", "file", Pages::files, SMALL_PAGE),
        new PageRow("log", "log of 50", Pages::logs, COMMITS),
        new PageRow("commit", "commit with its difference", Pages::commits, COMMITS),
        new PageRow("history", "history of one file", Pages::histories, HISTORY),
        new BlameRow(),
        new CachedRow(),
        new ListRow(),
        new ThreadsRow(),
        new CrawlerRow(crawlers));
  }
}
