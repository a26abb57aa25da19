package dev.graspd.server.hunt;

import dev.graspd.core.hunt.UrlTry;
import java.util.Locale;

/** What the hunt tells the operator's counters; called from many threads, never blocks. */
public interface HuntMetrics {
  /** Counts nothing: for tests and tools. */
  HuntMetrics NONE =
      new HuntMetrics() {
        @Override
        public void passed(UrlTry.Result result) {}

        @Override
        public void ids(Fate fate, int count) {}

        @Override
        public void deferred(Deferral why) {}
      };

  /** What may become of an object that is sought at a clone URL. */
  enum Fate {
    /** It is advertised there, and asked for with the others. */
    ADVERTISED_TIP,
    /** It is not, and asked for alone. */
    RESIDUAL_ATTEMPTED,
    /** It was asked for alone and not given. */
    RESIDUAL_MISSING,
    /** It is not advertised and not asked for, this time. */
    RESIDUAL_SKIPPED,
    /** It came and has joined the repository. */
    FETCHED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why something is not fetched now. */
  enum Deferral {
    /** One pass asks for a few single ids only. */
    PASS_BUDGET,
    /** The host asks for patience. */
    HOST_RESTS,
    /** The host cannot be used, and is left alone for a while. */
    NAUGHTY_HOST,
    /** Too many families are hunted for. */
    TOO_MANY_FAMILIES;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A pass over a clone URL is over. */
  void passed(UrlTry.Result result);

  void ids(Fate fate, int count);

  void deferred(Deferral why);
}
