package dev.graspd.core.repo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.PublicKey;
import dev.graspd.core.nostr.Tag;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaintainersTest {
  /**
   * Announcements as {@code author>listed} separated by blanks: {@code a>bc} is a plain maintainers
   * tag; {@code a>Mb} a lead, {@code a>mb} a co-maintainer, {@code a>ob} a moderator, {@code a>-b}
   * an ended co-maintainer, {@code a>?b} a malformed one; several with a comma.
   */
  private static SortedMap<PublicKey, Announcement> family(String text) {
    SortedMap<PublicKey, Announcement> family = new TreeMap<>();
    for (String one : text.split(" ", -1)) {
      String author = one.substring(0, 1);
      Tag[] tags =
          one.length() <= 2
              ? new Tag[0]
              : Arrays.stream(one.substring(2).split(",", -1))
                  .map(MaintainersTest::tag)
                  .toArray(Tag[]::new);
      family.put(Make.key(author), Make.announcement(author, tags));
    }
    return family;
  }

  private static Tag tag(String text) {
    String key = Make.key(text.substring(text.length() - 1)).hex();
    return switch (text.charAt(0)) {
      case 'M', 'm', 'o' -> Tag.of(text.substring(0, 1), key);
      case '-' -> Tag.of("m", key, "100", "200");
      case '+' -> Tag.of("m", key, "100", "200", "300");
      case '~' -> Tag.of("m", key, "100", "defer");
      case '?' -> Tag.of("m", key, "soon");
      default -> {
        String[] items =
            ("maintainers "
                    + text.chars()
                        .mapToObj(c -> Make.key("" + (char) c).hex())
                        .collect(Collectors.joining(" ")))
                .split(" ", -1);
        yield Tag.of(items);
      }
    };
  }

  private static String members(String family, String owner, Maintainers.Mode mode) {
    return Maintainers.of(Make.key(owner), family(family), mode).stream()
        .map(key -> key.hex().substring(0, 1))
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @CsvSource({
    // family,                    owner, members
    "'a>',                        a, a",
    "'a>b b>a',                   a, ab",
    "'a>b b>',                    a, a",
    "'a>b',                       a, a",
    "'a>b b>a',                   b, ab",
    "'a>b b>ac c>b',              a, abc",
    "'a>b b>ac c>a',              a, abc",
    "'a>b b>ac c>',               a, ab",
    "'a>bc b>c c>b',              a, a",
    "'b>a',                       a, ''",
    // leads
    "'a>Ma,mb b>Ma',              a, ab",
    "'a>Ma,mb b>Ma',              b, ab",
    "'a>Ma b>Ma',                 b, a",
    "'a>Mb b>Ma',                 a, ''",
    "'a>Mb,Mc b> c>',             a, ''",
    "'a>Mb',                      a, ''",
    "'a>Mb b>Mc c>mb,ma',         a, abc",
    // roles and their periods
    "'a>mb,c b>a c>a',            a, ab",
    "'a>ob b>a',                  a, a",
    "'a>-b b>a',                  a, a",
    "'a>+b b>a',                  a, ab",
    "'a>~b b>a',                  a, a",
    "'a>?b b>a',                  a, a",
    // somebody who has left
    "'a>mb b>ma,-b',              a, a",
    "'a>mb b>ma,ob',              a, a",
    "'a>mb b>ma,mb',              a, ab",
    "'a>mb,-a b>ma',              a, ''"
  })
  void reciprocalMembersListEachOther(String family, String owner, String expected) {
    assertThat(members(family, owner, Maintainers.Mode.RECIPROCAL)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "'a>',         a, a",
    "'a>b',        a, ab",
    "'a>b b>c',    a, abc",
    "'a>b b>c',    b, bc",
    "'a>b b>a',    b, ab",
    "'a>ob',       a, a",
    "'b>a',        a, ''"
  })
  void listedMembersNeedOnlyBeListed(String family, String owner, String expected) {
    assertThat(members(family, owner, Maintainers.Mode.LISTED)).isEqualTo(expected);
  }

  @Test
  void membersAreBounded() {
    String[] items =
        IntStream.range(0, 400).mapToObj(i -> String.format("%064x", i)).toArray(String[]::new);
    Tag tag =
        Tag.of(
            Stream.concat(Stream.of("maintainers"), Arrays.stream(items)).toArray(String[]::new));
    SortedMap<PublicKey, Announcement> family = new TreeMap<>();
    family.put(Make.key("a"), Make.announcement("a", tag));
    assertThat(Maintainers.of(Make.key("a"), family, Maintainers.Mode.LISTED))
        .hasSize(Maintainers.MEMBERS_MAX)
        .contains(Make.key("a"));
  }
}
