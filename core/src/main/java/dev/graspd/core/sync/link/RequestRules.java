package dev.graspd.core.sync.link;

import dev.graspd.core.negentropy.FrameLimit;
import dev.graspd.core.sync.filter.FilterLayers;
import java.util.Optional;

/**
 * The limits for requests to a relay: the length of messages, in bytes of JSON, from its NIP-11
 * document and from close code 1009 (sync.md, section 5); and the layers that it refuses. Owned by
 * the connection's machine.
 */
final class RequestRules {
  /** Names, brackets and the id around the filters of a message. */
  private static final int ENVELOPE_BYTES = 100;

  /** An id with its quotes and comma. */
  private static final int ID_BYTES = 67;

  private final LayerRefusals refusals = new LayerRefusals();
  private int messageBytes;

  RequestRules(LinkSettings settings) {
    this.messageBytes = settings.messageBytes();
  }

  /** An earlier connection has shown this limit. */
  void keepWithin(int bytes) {
    messageBytes = Math.min(messageBytes, bytes);
  }

  LayerRefusals refusals() {
    return refusals;
  }

  int messageBytes() {
    return messageBytes;
  }

  private int contentBytes() {
    return messageBytes - ENVELOPE_BYTES;
  }

  /**
   * The most bytes of one filter: half of a message, so that the bytes of a comparison fit beside
   * it.
   */
  int filterBytes() {
    return Math.min(FilterLayers.FILTER_BYTES_MAX, contentBytes() / 2);
  }

  /** The most bytes of all filters of a live request. */
  int requestBytes() {
    return Math.min(FilterLayers.REQ_BYTES_MAX, contentBytes());
  }

  /** The most ids of one request. */
  int idsMax() {
    return Math.clamp(contentBytes() / ID_BYTES, 1, FetchJob.IDS_MAX);
  }

  /** Returns the limit for messages of a comparison; empty if it is too small to compare at all. */
  Optional<FrameLimit> frameLimit() {
    int bytes = Math.min(FrameLimit.DEFAULT.bytes(), contentBytes() / 2);
    return bytes < FrameLimit.BYTES_MIN ? Optional.empty() : Optional.of(new FrameLimit(bytes));
  }

  /** Returns whether a filter and a first message of these lengths fit into one NEG-OPEN. */
  boolean mayOpen(int filterBytes, int firstBytes) {
    return filterBytes + 2L * firstBytes <= contentBytes();
  }
}
