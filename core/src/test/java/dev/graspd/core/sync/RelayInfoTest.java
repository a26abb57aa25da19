package dev.graspd.core.sync;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelayInfoTest {
  private static RelayInfo parse(String text) {
    return RelayInfo.parse(text.replace('\'', '"').getBytes(UTF_8));
  }

  @Test
  void limitsAreReadAmongEverythingElse() {
    assertThat(
            parse(
                """
                {'name':'x','limitation':{'auth_required':false,'max_limit':500,
                 'fees':[{'max_limit':7}],'max_subscriptions':20,'max_message_length':131072},
                 'retention':[{'kinds':[0,[1,2]],'limitation':{'max_limit':1}}],
                 'supported_grasps':['GRASP-01','GRASP-02'],'supported_nips':[1,11]}
                """))
        .isEqualTo(
            new RelayInfo(OptionalInt.of(20), OptionalInt.of(500), OptionalInt.of(131_072), false));
    assertThat(parse("{}")).isEqualTo(RelayInfo.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ["GRASP-08"]             | true
          ["GRASP-01","grasp-08"]  | true
          ["GRASP-01","GRASP-02"]  | false
          ["GRASP-080"]            | false
          [["GRASP-08"]]           | false
          [{"GRASP-08":true}]      | false
          [8]                      | false
          []                       | false
          "GRASP-08"               | false
          {"GRASP-08":1}           | false
          null                     | false
          """)
  void serviceWithGrasp08IsPrivate(String grasps, boolean isPrivate) {
    assertThat(parse("{'a':{'supported_grasps':['GRASP-08']},'supported_grasps':" + grasps + "}"))
        .isEqualTo(
            new RelayInfo(
                OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), isPrivate));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "1.5",
        "1e3",
        "'20'",
        "null",
        "true",
        "[20]",
        "{'max_subscriptions':3}",
        "2000000000",
        "9999999999999",
        "99999999999999999999999"
      })
  void numbersThatCannotBeMeantAreIgnored(String number) {
    assertThat(
            parse(
                "{'limitation':{'max_subscriptions':N,'max_limit':N,'max_message_length':N}}"
                    .replace("N", number)))
        .isEqualTo(RelayInfo.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({
    "max_subscriptions, 1, true",
    "max_subscriptions, 10000, true",
    "max_subscriptions, 10001, false",
    "max_limit, 1, true",
    "max_limit, 1000000, true",
    "max_limit, 1000001, false",
    "max_message_length, 1023, false",
    "max_message_length, 1024, true",
    "max_message_length, 1073741824, true",
    "max_message_length, 1073741825, false"
  })
  void numbersHaveARange(String name, int number, boolean counts) {
    RelayInfo info = parse("{'limitation':{'" + name + "':" + number + "}}");
    OptionalInt read =
        switch (name) {
          case "max_subscriptions" -> info.maxSubscriptions();
          case "max_limit" -> info.maxLimit();
          default -> info.maxMessageLength();
        };
    assertThat(read).isEqualTo(counts ? OptionalInt.of(number) : OptionalInt.empty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "[{'limitation':{'max_limit':5}}]",
        "<!doctype html>",
        "{'limitation':{'max_limit':5}",
        "{'limitation':{'max_limit':5}}}",
        "{'limitation':{'max_limit':5}} {}",
        "{'limitation':{'max_limit':5},}",
        "{'limitation':{'max_limit':5},'x':[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}"
      })
  void documentThatCannotBeReadSaysNothing(String text) {
    assertThat(parse(text)).isEqualTo(RelayInfo.UNKNOWN);
  }

  @Test
  void bytesThatAreNoTextSayNothing() {
    byte[] text = "{\"name\":\"x\",\"limitation\":{\"max_limit\":5}}".getBytes(UTF_8);
    text[9] = (byte) 0xff;
    assertThat(RelayInfo.parse(text)).isEqualTo(RelayInfo.UNKNOWN);
  }
}
