package dev.graspd.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.graspd.testkit.suite.RelaySuite;
import dev.graspd.testkit.suite.SharedServer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The readable sessions in {@code transcripts} go as written. */
class TranscriptsTest extends RelaySuite {
  private static final int TRANSCRIPTS_MIN = 6;

  static List<Path> transcripts() throws IOException, URISyntaxException {
    URL directory = TranscriptsTest.class.getResource("/transcripts");
    try (Stream<Path> files = Files.list(Path.of(Objects.requireNonNull(directory).toURI()))) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void goesAsWritten(Path file) throws IOException {
    try (Transcript transcript = newTranscript()) {
      transcript.replay(Files.readAllLines(file));
    }
  }

  @Test
  void allTranscriptsAreSeen() throws IOException, URISyntaxException {
    assertThat(transcripts()).hasSizeGreaterThanOrEqualTo(TRANSCRIPTS_MIN);
  }

  /** Otherwise a player that takes everything would pass every file. */
  @Test
  void anotherAnswerThanTheWrittenOneIsNoticed() {
    for (String wrong :
        List.of(
            "< [\"NOTICE\",\"...\"]",
            "< [\"AUTH\",\"...\",1]",
            "< [\"AUTH\",\"not the challenge\"]",
            "nonsense")) {
      try (Transcript transcript = newTranscript()) {
        assertThatThrownBy(() -> transcript.replay(List.of(wrong)))
            .isInstanceOf(AssertionError.class)
            .hasMessageContaining("line 1");
      }
    }
  }

  private static Transcript newTranscript() {
    return new Transcript(SharedServer.PLAIN.uri(), RelaySuite::newKey);
  }
}
