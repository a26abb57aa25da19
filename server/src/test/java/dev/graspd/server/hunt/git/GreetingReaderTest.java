package dev.graspd.server.hunt.git;

import static dev.graspd.testkit.GitAnswers.bytes;
import static dev.graspd.testkit.GitAnswers.joined;
import static dev.graspd.testkit.GitAnswers.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.core.repo.Oid;
import dev.graspd.core.repo.RefName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GreetingReaderTest {
  private static final String SERVICE = line("# service=git-upload-pack") + "0000";
  private static final String A = "a".repeat(40);
  private static final String B = "b".repeat(40);
  private static final String C = "c".repeat(40);

  @ParameterizedTest
  @ValueSource(strings = {"", "version 1"})
  void oldVersionsListTheirRefsAtOnce(String version) throws IOException {
    String wire =
        SERVICE
            + (version.isEmpty() ? "" : line(version))
            + line(A + " HEAD\0side-band-64k symref=HEAD:refs/heads/x agent=git/1 unknown")
            + line(A + " refs/heads/x")
            + line(B + " refs/tags/v1")
            + line(C + " refs/tags/v1^{}")
            + line("shallow " + C)
            + "0000";
    Greeting.V0 greeting = old(wire);
    assertThat(greeting.capabilities().has("side-band-64k")).isTrue();
    assertThat(greeting.capabilities().has("unknown")).isFalse();
    assertThat(greeting.capabilities().allowsUnadvertised()).isFalse();
    assertThat(greeting.advertised().refs())
        .containsExactly(
            Map.entry(new RefName("refs/heads/x"), new Oid(A)),
            Map.entry(new RefName("refs/tags/v1"), new Oid(B)));
    assertThat(greeting.advertised().head()).contains(new RefName("refs/heads/x"));
    assertThat(greeting.advertised().ids()).isEqualTo(FetchFixture.ids(List.of(A, B, C)));
    assertThat(greeting.advertised().asked(new Oid(C))).isEqualTo(new Oid(B));
    assertThat(greeting.advertised().asked(new Oid(A))).isEqualTo(new Oid(A));
  }

  @Test
  void emptyRepositoriesOfOldVersionsAreRead() throws IOException {
    assertThat(old(SERVICE + "0000").advertised().ids()).isEmpty();
    Greeting.V0 said =
        old(SERVICE + line("0".repeat(40) + " capabilities^{}\0allow-tip-sha1-in-want") + "0000");
    assertThat(said.advertised().ids()).isEmpty();
    assertThat(said.capabilities().allowsUnadvertised()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void version2IsKnownWithAndWithoutTheService(boolean service) throws IOException {
    String wire =
        (service ? SERVICE : "") + line("version 2") + line("ls-refs") + line("fetch") + "0000";
    assertThat(read(bytes(wire))).isInstanceOf(Greeting.V2.class);
  }

  @Test
  void nameThatIsNoTextIsLeftOutButNotItsObject() throws IOException {
    byte[] odd = joined(bytes("0039" + A + " refs/heads/"), new byte[] {(byte) 0xff});
    byte[] wire = joined(bytes(SERVICE), odd, bytes(line(B + " refs/heads/..") + "0000"));
    Advertised advertised = ((Greeting.V0) read(wire)).advertised();
    assertThat(advertised.refs()).isEmpty();
    assertThat(advertised.ids()).isEqualTo(FetchFixture.ids(List.of(A, B)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# service=git-receive-pack | another service answers",
        "ERR no\tentry | refused: no\\tentry",
        "version 2 | a list without its end",
        "version 3 | a line that names no object",
        "<html> | a line that names no object",
        "ID refs/tags/v1^{} | what a tag leads to, without the tag",
        "ID | a line that names no object",
        "ID64 HEAD | a line that names no object",
      })
  void whatIsNoGreetingIsAFailure(String said, String why) {
    String text = said.replace("ID64", A + A.substring(0, 24)).replace("ID", A);
    assertThatThrownBy(() -> read(bytes(line(text))))
        .isInstanceOfSatisfying(
            FetchException.class, e -> assertThat(e.failure().text()).isEqualTo(why));
  }

  @Test
  void otherHashesAreOfNoUse() {
    String wire = SERVICE + line(A + A.substring(0, 24) + " HEAD\0object-format=sha256") + "0000";
    assertThatThrownBy(() -> read(bytes(wire)))
        .isInstanceOfSatisfying(
            FetchException.class,
            e ->
                assertThat(e.failure())
                    .isEqualTo(new FetchFailure.NoRepository("its object ids are not SHA-1")));
  }

  @Test
  void roomIsSharedByAllThatAreOpen() throws IOException {
    RefRoom room = new RefRoom(3 * RefRoom.BLOCK_REFS);
    RefRoom.Share first = room.share();
    RefRoom.Share second = room.share();
    first.grow(RefRoom.BLOCK_REFS);
    first.grow(2 * RefRoom.BLOCK_REFS);
    second.grow(RefRoom.BLOCK_REFS);
    assertThatThrownBy(() -> second.grow(2 * RefRoom.BLOCK_REFS))
        .isInstanceOfSatisfying(
            FetchException.class,
            e -> assertThat(e.failure()).isEqualTo(new FetchFailure.NoRoom()));
    first.close();
    second.grow(2 * RefRoom.BLOCK_REFS);
    second.grow(3 * RefRoom.BLOCK_REFS);
    assertThatThrownBy(() -> second.grow(4 * RefRoom.BLOCK_REFS))
        .isInstanceOfSatisfying(
            FetchException.class,
            e ->
                assertThat(e.failure())
                    .isEqualTo(new FetchFailure.TooMuch("more refs than we have room for")));
  }

  private static Greeting.V0 old(String wire) throws IOException {
    return (Greeting.V0) read(bytes(wire));
  }

  private static Greeting read(byte[] wire) throws IOException {
    return GreetingReader.read(
        new ByteArrayInputStream(wire), new RefRoom(RefRoom.BLOCK_REFS).share());
  }
}
