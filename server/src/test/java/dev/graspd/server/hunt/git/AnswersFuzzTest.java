package dev.graspd.server.hunt.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.graspd.core.repo.Oid;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Whatever a server answers, it is understood or is a typed failure. */
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
    check(input, (in, _) -> new PackAnswer(in, 100, new Words()).version2().readAllBytes());
    check(input, (in, _) -> new PackAnswer(in, 100, new Words()).version0().readAllBytes());
  }

  private static void check(byte[] input, Reading reading) throws IOException {
    try (RefRoom.Share room = new RefRoom(2 * RefRoom.BLOCK_REFS).share()) {
      reading.from(new ByteArrayInputStream(input), room);
    } catch (IOException e) {
      assertThat(Faults.of(e)).isPresent();
    }
  }

  private static void checkIds(Advertised advertised) {
    assertThat(advertised.ids()).containsAll(advertised.refs().values());
    for (Oid id : advertised.peeled().keySet()) {
      assertThat(advertised.ids()).contains(id, advertised.asked(id));
    }
  }
}
