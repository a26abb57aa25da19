package dev.graspd.server.git.browse.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.tree.TreePath;
import dev.graspd.server.git.browse.CommitFacts;
import dev.graspd.server.git.browse.ObjectSignature;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MailTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "plain name|plain name",
        "A. U. Thor|\"A. U. Thor\"",
        "A \"B\" C|\"A \\\"B\\\" C\"",
        "Jürgen|=?UTF-8?q?J=C3=BCrgen?=",
        "=?UTF-8?q?x?=|=?UTF-8?q?=3D=3FUTF=2D8=3Fq=3Fx=3F=3D?="
      })
  void namesAreWrittenAsMailWantsThem(String name, String written) {
    assertThat(MailHeader.name(name)).isEqualTo(written);
  }

  @Test
  void longTextIsFolded() {
    String written = MailHeader.text("ä".repeat(40));
    assertThat(written.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(76));
    assertThat(written.replaceAll("\\?=\n =\\?UTF-8\\?q\\?", ""))
        .isEqualTo("=?UTF-8?q?" + "=C3=A4".repeat(40) + "?=");
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,'Thu, 1 Jan 1970 00:00:00 +0000'",
    "1700000000,-90,'Tue, 14 Nov 2023 20:43:20 -0130'",
    "99999999999999999,0,'Thu, 1 Jan 1970 00:00:00 +0000'",
    "0,6000,'Thu, 1 Jan 1970 00:00:00 +0000'"
  })
  void timesAreWrittenAsMailWantsThem(long seconds, int offset, String written) {
    assertThat(MailHeader.date(seconds, offset)).isEqualTo(written);
  }

  /** Messages of some programs have lines that end in CR LF, or spaces between paragraphs. */
  @ParameterizedTest
  @ValueSource(
      strings = {"subject\r\n\r\nfirst\r\n", "subject\n \t\nfirst\n", "\n\nsub\nject\n\n\nfirst"})
  void messageIsSubjectAndBody(String message) {
    CommitFacts.Person person = new CommitFacts.Person("A", "a@example.org", 0, 0);
    CommitFacts commit =
        new CommitFacts(
            Oid.ZERO, Oid.ZERO, List.of(), person, person, message, ObjectSignature.NONE);
    assertThat(commit.subject()).isIn("subject", "sub ject");
    assertThat(commit.body()).isEqualTo("first");
    assertThat(MailFormat.head(commit, 1, 1, "")).contains("\n\nfirst\n---\n");
  }

  @Test
  void unusualPathsAreQuoted() {
    assertThat(QuotedPath.of("a/", TreePath.of("sp ace/x"))).isEqualTo("a/sp ace/x");
    byte[] odd = "t\tn\nq\"b\\\u0001\u007f\u00ff".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(QuotedPath.of("", TreePath.of(odd)))
        .isEqualTo("\"t\\tn\\nq\\\"b\\\\\\001\\177\\377\"");
  }
}
