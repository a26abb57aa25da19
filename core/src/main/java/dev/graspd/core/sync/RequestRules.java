package dev.graspd.core.sync;

import dev.graspd.core.negentropy.FrameLimit;
import java.util.Optional;

/**
 * What requests to a relay have to keep to: how long messages may get, in bytes of JSON, by what it
 * says of itself and what it has taught us by code 1009 (sync.md, section 5); and which layers it
 * refuses. Owned by the connection's machine.
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

  /** An earlier connection has shown that the relay takes at most this. */
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

  /** Of one filter: half of a message, so that a comparison's own bytes fit beside it. */
  int filterBytes() {
    return Math.min(FilterLayers.FILTER_BYTES_MAX, contentBytes() / 2);
  }

  /** Of all filters of a live request. */
  int requestBytes() {
    return Math.min(FilterLayers.REQ_BYTES_MAX, contentBytes());
  }

  /** Ids of one request for events by id. */
  int idsMax() {
    return Math.clamp(contentBytes() / ID_BYTES, 1, FetchJob.IDS_MAX);
  }

  /** Returns how long a message of a comparison may get; empty if sets cannot be compared. */
  Optional<FrameLimit> frameLimit() {
    int bytes = Math.min(FrameLimit.DEFAULT.bytes(), contentBytes() / 2);
    return bytes < FrameLimit.BYTES_MIN ? Optional.empty() : Optional.of(new FrameLimit(bytes));
  }

  /** Returns whether a comparison can be opened with a filter and a first message so long. */
  boolean mayOpen(int filterBytes, int firstBytes) {
    return filterBytes + 2L * firstBytes <= contentBytes();
  }
}
