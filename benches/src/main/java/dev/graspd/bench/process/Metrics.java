package dev.graspd.bench.process;

import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The metrics of a server of ours on this machine at one moment, by name with labels. */
public record Metrics(SortedMap<String, Double> values) {
  public static Metrics of(URI server) throws IOException {
    SortedMap<String, Double> values = new TreeMap<>();
    Http.get(server.getPort(), "/metrics")
        .lines()
        .filter(line -> line.startsWith("ngit_") || line.startsWith("purgatory_"))
        .forEach(line -> {
          int blank = line.lastIndexOf(' ');
          values.put(line.substring(0, blank), Double.parseDouble(line.substring(blank + 1)));
        });
    if (values.isEmpty()) {
      throw new IOException("the server tells nothing of itself");
    }
    return new Metrics(Collections.unmodifiableSortedMap(values));
  }

  /** Returns one value; 0 if it is missing, like a counter without counts. */
  public double value(String name) {
    return values.getOrDefault(name, 0.0);
  }

  /** Returns the sum over all labels. */
  public double sum(String name) {
    return values.subMap(name + "{", name + "|").values().stream().mapToDouble(v -> v).sum();
  }
}
