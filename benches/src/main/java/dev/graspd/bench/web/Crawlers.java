package dev.graspd.bench.web;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.SortedMap;

/** Starts crawlers. */
@FunctionalInterface
interface Crawlers {
  /** A crawler that requests pages until it is ended. */
  interface Crawl extends AutoCloseable {
    /** Returns how many requests each status answered so far; 0 counts those without an answer. */
    SortedMap<Integer, Integer> end() throws IOException, InterruptedException;

    @Override
    void close();
  }

  /** Begins to request these paths in turn, so many in a second. */
  Crawl begin(URI server, List<String> paths, int perSecond) throws IOException;
}
