package dev.graspd.server.hunt.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.repo.Oid;
import dev.graspd.server.git.wire.PktReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Every answer of a server is parsed or becomes a typed failure. */
class AnswersFuzzTest {
  private interface Reading {
    void from(InputStream in, RefRoom.Share room) throws IOException;
  }

  @FuzzTest
  void everyAnswerIsUnderstoodOrATypedFailure(byte[] input) throws IOException {
    check(
        input,
        (in, room) -> {
          if (GreetingReader.read(in, room) instanceof Greeting.V0(_, var advertised)) {
            checkIds(advertised);
          }
        });
    check(input, (in, room) -> checkIds(RefListReader.read(in, room)));
    check(
        input,
        (in, _) ->
            new PackAnswer(new PktReader(in), 100, new ServerText()).version2().readAllBytes());
    check(
        input,
        (in, _) ->
            new PackAnswer(new PktReader(in), 100, new ServerText()).version0().readAllBytes());
  }

  private static void check(byte[] input, Reading reading) throws IOException {
    try (RefRoom.Share room = new RefRoom(2 * RefRoom.BLOCK_REFS).share()) {
      reading.from(new ByteArrayInputStream(input), room);
    } catch (IOException e) {
      assertThat(FetchFaults.of(e)).isPresent();
    }
  }

  private static void checkIds(Advertised advertised) {
    assertThat(advertised.ids()).containsAll(advertised.refs().values());
    for (Oid id : advertised.peeled().keySet()) {
      assertThat(advertised.ids()).contains(id, advertised.asked(id));
    }
  }
}
