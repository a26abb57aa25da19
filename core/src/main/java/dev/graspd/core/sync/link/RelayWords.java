package dev.graspd.core.sync.link;

import java.util.Locale;
import java.util.regex.Pattern;

/** Interprets the text of a CLOSED or a NOTICE. */
final class RelayWords {
  /** What a text is about. */
  enum Meaning {
    AUTH_REQUIRED,
    RATE_LIMITED,
    /** One request has more filters than the relay allows. */
    TOO_MANY_FILTERS,
    /** We have more requests open than the relay allows. */
    TOO_MANY_REQUESTS,
    /** The relay refuses us or this request by its own policy. */
    POLICY,
    OTHER
  }

  private static final Pattern NEGENTROPY = Pattern.compile("\\bneg(entropy)?\\b");
  private static final Pattern REQUESTS = Pattern.compile("subscription|concurrent|\\breqs?\\b");
  private static final Pattern RESULTS = Pattern.compile("too (many|big|large)|max_sync|results");

  private RelayWords() {}

  static Meaning meaning(String text) {
    String words = text.toLowerCase(Locale.ROOT);
    if (words.startsWith("auth-required:")) {
      return Meaning.AUTH_REQUIRED;
    }
    if (words.contains("too many") && words.contains("filter")) {
      return Meaning.TOO_MANY_FILTERS;
    }
    if (words.contains("too many") && REQUESTS.matcher(words).find()) {
      return Meaning.TOO_MANY_REQUESTS;
    }
    if (isRateLimit(words)) {
      return Meaning.RATE_LIMITED;
    }
    return words.startsWith("restricted:") || words.startsWith("blocked:")
        ? Meaning.POLICY
        : Meaning.OTHER;
  }

  private static boolean isRateLimit(String words) {
    return words.startsWith("rate-limited:")
        || (words.contains("rate") && words.contains("limit"))
        || words.contains("too many")
        || words.contains("slow down")
        || words.contains("throttl");
  }

  /** Returns whether a NOTICE answers a NEG message. */
  static boolean isAboutNegentropy(String text) {
    return NEGENTROPY.matcher(text.toLowerCase(Locale.ROOT)).find();
  }

  /** Returns whether a NEG-ERR says that the set is too big for one comparison. */
  static boolean isTooManyResults(String text) {
    return switch (meaning(text)) {
      case AUTH_REQUIRED, TOO_MANY_REQUESTS, TOO_MANY_FILTERS -> false;
      case RATE_LIMITED, POLICY, OTHER ->
          !text.startsWith("rate-limited:")
              && RESULTS.matcher(text.toLowerCase(Locale.ROOT)).find();
    };
  }
}
