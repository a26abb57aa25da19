package dev.graspd.bench.load;

import dev.graspd.core.nostr.Event;
import dev.graspd.core.nostr.Signature;
import dev.graspd.core.nostr.Tag;
import dev.graspd.core.nostr.UnsignedEvent;
import dev.graspd.testkit.Signer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Some authors and repositories with their events. Event {@code n} of an era is the same in every
 * run; its text has about 700 bytes.
 */
public final class World {
  public static final int AUTHORS = 1_000;
  public static final int REPOSITORIES = 1_000;

  private static final long SEED = 0x67726173_70640001L;
  private static final int JSON_BYTES = 700;
  private static final int JSON_SPREAD = 60;
  private static final int[] KINDS = {1111, 1111, 1111, 1621, 1621, 1617, 1630, 1985};
  private static final String[] WORDS = {
    "patch",
    "branch",
    "merge",
    "review",
    "fails",
    "on",
    "the",
    "second",
    "commit",
    "with",
    "a",
    "clean",
    "checkout",
    "rebase",
    "build",
    "please",
    "try",
    "again",
    "after",
    "fetching",
    "tests"
  };

  private final List<Signer> authors;
  private final List<String> addresses;

  public World() {
    authors = IntStream.range(0, AUTHORS).parallel().mapToObj(Signer::numbered).toList();
    addresses =
        IntStream.range(0, REPOSITORIES)
            .mapToObj(r -> "30617:" + authors.get(r).publicKey().hex() + ":repository-" + r)
            .toList();
  }

  /** A stretch of time with its own events. */
  public enum Era {
    /** Events in a store before the load begins; a million, 30 s apart. */
    HISTORY(1_735_689_600, 30),
    /** Events of the load. */
    LOAD(1_767_225_600, 10);

    private final long begin;
    private final int stepSeconds;

    Era(long begin, int stepSeconds) {
      this.begin = begin;
      this.stepSeconds = stepSeconds;
    }
  }

  /** Returns the value of the {@code a} tag of a repository's events. */
  public String address(int repository) {
    return addresses.get(repository);
  }

  public String author(int author) {
    return authors.get(author).publicKey().hex();
  }

  /** Few repositories have many events, most have some hundred of a million. */
  public int repositoryOf(Era era, int n) {
    double chance = random(era, n).nextDouble();
    return (int) (chance * chance * REPOSITORIES);
  }

  public Event signed(Era era, int n) {
    return signerOf(era, n).sign(body(era, n));
  }

  /** A valid id and a fake signature: for filling stores without verifying. */
  public Event unsigned(Era era, int n) {
    UnsignedEvent body = body(era, n);
    byte[] signature = new byte[Signature.BYTES];
    random(era, n).nextBytes(signature);
    return body.signed(body.id(), Signature.of(signature));
  }

  private Signer signerOf(Era era, int n) {
    return authors.get(authorIndex(random(era, n)));
  }

  private static int authorIndex(SplittableRandom random) {
    random.nextDouble();
    return random.nextInt(AUTHORS);
  }

  private UnsignedEvent body(Era era, int n) {
    SplittableRandom random = random(era, n);
    Signer author = authors.get(authorIndex(random));
    long createdAt = era.begin + (long) n * era.stepSeconds + random.nextInt(era.stepSeconds);
    int kind = KINDS[random.nextInt(KINDS.length)];
    List<Tag> tags = tags(address(repositoryOf(era, n)), kind, random);
    return new UnsignedEvent(author.publicKey(), createdAt, kind, tags, content(tags, random));
  }

  private List<Tag> tags(String address, int kind, SplittableRandom random) {
    List<Tag> tags = new ArrayList<>();
    tags.add(Tag.of("a", address));
    tags.add(Tag.of("p", author(random.nextInt(AUTHORS))));
    if (kind == 1621 || kind == 1617) {
      tags.add(Tag.of("subject", "number " + random.nextInt(10_000)));
    } else {
      byte[] parent = new byte[32];
      random.nextBytes(parent);
      tags.add(Tag.of("e", java.util.HexFormat.of().formatHex(parent)));
    }
    return tags;
  }

  private static String content(List<Tag> tags, SplittableRandom random) {
    int frame = 376;
    for (Tag tag : tags) {
      frame += 3 + tag.items().stream().mapToInt(item -> item.length() + 3).sum();
    }
    int length = JSON_BYTES - JSON_SPREAD + random.nextInt(2 * JSON_SPREAD) - frame;
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return text.toString();
  }

  private static SplittableRandom random(Era era, int n) {
    return new SplittableRandom(SEED + era.begin * 0x100000001B3L + n * 0x9E3779B97F4A7C15L);
  }
}
