package dev.graspd.bench.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A crawler in its own process with a low priority: real crawlers have their own CPUs. It ends with
 * its input, so also with the bench.
 */
record CrawlerProcess(Process process, BufferedReader output) implements Crawlers.Crawl {
  /** What it prints at the beginning. */
  static final String BEGUN = "begun";

  static CrawlerProcess start(URI server, Path paths, int perSecond) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    "nice",
                    "-n",
                    "10",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Crawler.class.getName(),
                    server.toString(),
                    paths.toString(),
                    Integer.toString(perSecond)))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    if (!BEGUN.equals(output.readLine())) {
      process.destroy();
      throw new IOException("the crawler did not start");
    }
    return new CrawlerProcess(process, output);
  }

  @Override
  public SortedMap<Integer, Integer> end() throws IOException {
    process.getOutputStream().close();
    SortedMap<Integer, Integer> answers = new TreeMap<>();
    for (String line : output.lines().toList()) {
      String[] words = line.split(" ", 2);
      answers.put(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
    }
    return Collections.unmodifiableSortedMap(answers);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
