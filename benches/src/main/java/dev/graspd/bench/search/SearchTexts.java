package dev.graspd.bench.search;

import dev.graspd.bench.load.FrameBlock;
import dev.graspd.bench.load.Requests;
import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Events of many words, of which some are common and most are rare, and questions for them. */
final class SearchTexts {
  private static final int WORDS = 20_000;
  private static final int LETTERS = 26;
  private static final int WORD_MIN = 3;
  private static final int WORD_MAX = 10;
  private static final int TEXT_MIN = 20;
  private static final int TEXT_MAX = 100;
  private static final int AUTHORS = 100;
  private static final int ISSUE = 1621;
  private static final int COMMENT = 1111;
  private static final long BEGIN_SECONDS = 1_735_689_600;
  private static final int HITS = 20;
  private static final int PREFIX = 4;
  private static final int QUESTIONS = 1_000 * Requests.IDS;

  private final String[] words;

  SearchTexts() {
    SplittableRandom random = new SplittableRandom(1);
    words = IntStream.range(0, WORDS).mapToObj(_ -> word(random)).toArray(String[]::new);
  }

  private static String word(SplittableRandom random) {
    StringBuilder word = new StringBuilder();
    int length = random.nextInt(WORD_MIN, WORD_MAX + 1);
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(LETTERS)));
    }
    return word.toString();
  }

  /** The first words of the list come often, the last ones seldom. */
  private String some(SplittableRandom random) {
    double chance = random.nextDouble();
    return words[(int) (WORDS * chance * chance * chance)];
  }

  /** A valid id and no signature: it is written below the gate. */
  Event event(int n) {
    SplittableRandom random = new SplittableRandom(n);
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(TEXT_MIN, TEXT_MAX);
    for (int i = 0; i < length; i++) {
      text.append(some(random)).append(' ');
    }
    UnsignedEvent body =
        new UnsignedEvent(
            PublicKey.ofWords(n % AUTHORS, 2, 3, 4),
            BEGIN_SECONDS + n,
            n % 3 == 0 ? ISSUE : COMMENT,
            List.of(Tag.of("subject", some(random) + " " + some(random))),
            text.toString());
    return body.signed(body.id(), Signature.of(new byte[Signature.BYTES]));
  }

  /** One and two words, phrases, beginnings of words, and words without others. */
  FrameBlock questions() {
    SplittableRandom random = new SplittableRandom(2);
    return FrameBlock.of(
        IntStream.range(0, QUESTIONS)
            .mapToObj(n ->
                "[\"REQ\",\"%d\",{\"search\":\"%s\",\"limit\":%d}]"
                    .formatted(n % Requests.IDS, question(n / Requests.IDS, random), HITS))
            .toArray(String[]::new));
  }

  private String question(int n, SplittableRandom random) {
    String one = some(random);
    String two = some(random);
    return switch (n % 5) {
      case 0 -> one;
      case 1 -> one + " " + two;
      case 2 -> "\\\"" + one + " " + two + "\\\"";
      case 3 -> one.substring(0, Math.min(PREFIX, one.length())) + "*";
      default -> one + " -" + two;
    };
  }
}
