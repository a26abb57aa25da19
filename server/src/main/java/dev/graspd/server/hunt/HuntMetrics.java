package dev.graspd.server.hunt;

import dev.graspd.core.hunt.UrlTry;
import java.util.Locale;

/** The counters of the hunt; called from many threads, never blocks. */
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

  /** The fate of a wanted object at a clone URL. */
  enum Fate {
    /** It is advertised, and requested with the others. */
    ADVERTISED_TIP,
    /** It is not advertised, and requested alone. */
    RESIDUAL_ATTEMPTED,
    /** It was requested alone and refused. */
    RESIDUAL_MISSING,
    /** It is not advertised and not requested this time. */
    RESIDUAL_SKIPPED,
    /** It was fetched and added to the repository. */
    FETCHED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Why we do not fetch something now. */
  enum Deferral {
    /** One pass requests only a few single ids. */
    PASS_BUDGET,
    /** The host asks for a pause. */
    HOST_RESTS,
    /** The host is unusable, and we avoid it for a while. */
    NAUGHTY_HOST,
    /** There are too many hunts. */
    TOO_MANY_FAMILIES;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A pass over a clone URL has ended. */
  void passed(UrlTry.Result result);

  void ids(Fate fate, int count);

  void deferred(Deferral why);
}
