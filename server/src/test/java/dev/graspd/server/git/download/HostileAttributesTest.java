package dev.graspd.server.git.download;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.eclipse.jgit.attributes.Attribute;
import org.eclipse.jgit.attributes.AttributesRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What strangers write into attributes, files and commits costs little time and memory. */
@Timeout(20)
final class HostileAttributesTest {
  private static final String OID = "1".repeat(40);

  private static CommitFormat commit(String message) {
    String commit =
        """
        tree %s
        author A <a@example.org> 1700000000 +0000
        committer A <a@example.org> 1700000000 +0000

        %s\
        """
            .formatted(OID, message);
    return new CommitFormat(OID, commit.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] exported(String content, String attribute, UnaryOperator<String> format) {
    EntryAttributes attributes =
        new EntryAttributes(Map.of(attribute, new Attribute(attribute, Attribute.State.SET)));
    return ExportedText.of(bytes(content), attributes, OID, format);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void formatsWithTooMuchToSayStayAsTheyAreWritten() {
    CommitFormat commit = commit("x".repeat(100_000) + "\n\nbody");
    assertThat(commit.of("%b")).isEqualTo("body");
    assertThat(commit.of("%s")).isEqualTo("$Format:%s$");
    assertThat(commit.of("%b".repeat(500))).hasSize(4 * 500);
    assertThat(commit.of("%%".repeat(500_000))).startsWith("$Format:%%").endsWith("$");
    assertThat(commit("x".repeat(2 << 20)).of("%H")).isEqualTo("$Format:%H$");
  }

  @Test
  void fileThatWouldGrowTooMuchStaysAsItIs() {
    String content = "$Format:%s$".repeat(90_000);
    assertThat(exported(content, "export-subst", commit("x".repeat(1_000))::of))
        .isEqualTo(bytes(content));
    assertThat(exported(content, "export-subst", commit("subject")::of)).hasSize(7 * 90_000);
  }

  @Test
  void manyIdsTakeNoLongerThanTheirFile() {
    assertThat(exported("$Id:x$".repeat(170_000), "ident", UnaryOperator.identity()))
        .hasSize(170_000 * ("$Id: $".length() + 1 + OID.length()));
  }

  @Test
  void macrosOfMacrosCountUpToADepth() {
    List<AttributesRule> rules = new ArrayList<>();
    for (int i = 0; i < 9_000; i++) {
      rules.add(new AttributesRule("[attr]m" + i, "m" + (i + 1)));
    }
    rules.add(new AttributesRule("*", "m0"));
    EntryAttributes found = TreeAttributes.none().with(0, rules).of(bytes("a"), false);
    assertThat(found.found()).containsKeys("m0", "m16").doesNotContainKey("m17");
  }

  @Test
  void rulesBeyondALimitDoNotCount() {
    List<AttributesRule> some = List.of(new AttributesRule("*", "export-ignore"));
    List<AttributesRule> many = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      many.add(new AttributesRule("*", "-export-ignore"));
    }
    TreeAttributes root = TreeAttributes.none().with(0, some);
    assertThat(root.with(2, many).of(bytes("a/b"), false).isIgnored()).isTrue();
    assertThat(root.with(2, many.subList(0, 9_999)).of(bytes("a/b"), false).isIgnored()).isFalse();
  }
}
