package dev.graspd.server.site.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ByteRangeTest {
  @ParameterizedTest
  @CsvSource({
    "bytes=0-9, 0, 9",
    "bytes=90-, 90, 99",
    "bytes=90-500, 90, 99",
    "bytes=-10, 90, 99",
    "bytes=-500, 0, 99",
    "bytes=99-99, 99, 99",
  })
  void onePartIsSent(String header, long first, long last) {
    assertThat(ByteRange.parse(header, 100)).isEqualTo(new ByteRange.Part(first, last));
  }

  @ParameterizedTest
  @CsvSource({"bytes=100-", "bytes=200-300", "bytes=-0"})
  void partBeyondTheEndIsNone(String header) {
    assertThat(ByteRange.parse(header, 100)).isEqualTo(new ByteRange.Beyond());
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "bytes=-",
        "bytes=9-5",
        "bytes=0-1,5-6",
        "lines=0-5",
        "bytes=x-5",
        "bytes=0-99999999999999999999",
        "nonsense"
      },
      delimiter = ';')
  void everythingElseIsTheWholeFile(String header) {
    assertThat(ByteRange.parse(header, 100)).isEqualTo(new ByteRange.Whole());
  }
}
