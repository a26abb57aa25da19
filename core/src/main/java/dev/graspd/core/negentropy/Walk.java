package dev.graspd.core.negentropy;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one message: compares the peer's ranges with our items. Used once. The two roles
 * differ only in what they do with an id list.
 */
abstract class Walk {
  final ItemSet items;
  final FrameLimit limit;
  final MessageWriter out = new MessageWriter();

  /** The first item that is not below the ranges done so far, and the bound it was found by. */
  private int from;

  private Bound done = Bound.LOWEST;

  /** Ranges before {@link #done} need no answer; neighbours are sent as one skip, or not at all. */
  private boolean skipping;

  /** A range did not fit and is left to the next round. */
  private boolean full;

  Walk(ItemSet items, FrameLimit limit) {
    this.items = items;
    this.limit = limit;
  }

  /** Handles a list of the peer's ids for a range of ours and returns where our range ended. */
  abstract int onIds(Range.Ids theirs, int from, int to);

  /** Answers the ranges until they end or the frame is full; returns what is wrong with them. */
  final MessageReader.@Nullable Malformed run(MessageReader ranges) {
    while (true) {
      switch (ranges.next()) {
        case MessageReader.End _ -> {
          return null;
        }
        case MessageReader.Malformed malformed -> {
          return malformed;
        }
        case Range range -> {
          if (!answer(range)) {
            return null;
          }
        }
      }
    }
  }

  final void skip() {
    skipping = true;
  }

  /** Sends the skips that were held back, because something follows. */
  final void endSkip() {
    if (skipping) {
      out.skip(done);
      skipping = false;
    }
  }

  /** Answers one range; returns whether there is room for more. */
  private boolean answer(Range range) {
    int to = items.lowerBound(range.upper());
    int rest =
        switch (range) {
          case Range.Skip _ -> {
            skip();
            yield to;
          }
          case Range.Summary theirs -> compare(theirs, to);
          case Range.Ids theirs -> onIds(theirs, from, to);
        };
    if (full || limit.isExceededBy(out.length())) {
      out.fingerprint(Bound.INFINITY, items.fingerprint(rest, items.size()));
      return false;
    }
    from = rest;
    done = range.upper();
    return true;
  }

  /** Splits a range that differs, unless the frame has no room for it. Returns what comes next. */
  private int compare(Range.Summary theirs, int to) {
    if (theirs.fingerprint().equals(items.fingerprint(from, to))) {
      skip();
      return to;
    }
    MessageWriter.Mark mark = out.mark();
    endSkip();
    RangeSplitter.split(items, from, to, theirs.upper(), out);
    if (!limit.isExceededBy(out.length())) {
      return to;
    }
    out.returnTo(mark);
    full = true;
    return postponed(theirs, to);
  }

  /**
   * From where the closing fingerprint counts our items when it has to cover a range that differs.
   * The reference leaves that range's items out: the peer has others there, so the fingerprints
   * differ and the peer comes back to it. A peer that has nothing there would find them equal and
   * stop, so then our items are counted.
   */
  private int postponed(Range.Summary theirs, int to) {
    return theirs.fingerprint().equals(Fingerprint.EMPTY) ? from : to;
  }
}
