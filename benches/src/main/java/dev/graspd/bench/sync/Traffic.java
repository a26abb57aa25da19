package dev.graspd.bench.sync;

import dev.graspd.bench.process.Metrics;
import java.io.IOException;

/**
 * The traffic between a server and its source.
 *
 * @param bytes of both directions
 * @param messages of both directions
 * @param events that the source sent
 * @param comparisons of sets that were begun
 * @param answers of the source in comparisons
 */
record Traffic(double bytes, double messages, double events, double comparisons, double answers) {
  private static final String SENT = "ngit_websocket_messages_sent_total";
  private static final String RECEIVED = "ngit_websocket_messages_received_total";

  static Traffic since(Metrics before, SyncStage.Source source) throws IOException {
    Metrics now = source.metrics();
    return new Traffic(
        (double) source.proxy().bytes(),
        Math.round(now.sum(SENT) + now.sum(RECEIVED) - before.sum(SENT) - before.sum(RECEIVED)),
        moved(SENT, "EVENT", before, now),
        moved(RECEIVED, "NEG-OPEN", before, now),
        moved(SENT, "NEG-MSG", before, now));
  }

  private static double moved(String name, String verb, Metrics before, Metrics now) {
    String labelled = name + "{type=\"" + verb + "\"}";
    return now.value(labelled) - before.value(labelled);
  }
}
