package dev.graspd.core.talk.patch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain text                                    | plain text",
        "=?UTF-8?q?Gr=C3=BC=C3=9Fe_?= x                 | Grüße  x",
        "=?utf-8?Q?a?= =?utf-8?Q?b?=                    | ab",
        "=?UTF-8?B?R3LDvMOfZQ==?=                       | Grüße",
        "=?ISO-8859-1?q?Gr=FC=DFe?=                     | Grüße",
        "=?us-ascii?q?x?=                               | x",
        "a =?UTF-8?q?b?= c                              | a b c",
        // A character that two words divide.
        "=?UTF-8?q?=C3?= =?UTF-8?q?=BC?=                | ü",
        // What cannot be read stays.
        "=?UTF-8?q?=ZZ?=                                | =?UTF-8?q?=ZZ?=",
        "=?UTF-8?B?!!?=                                 | =?UTF-8?B?!!?=",
        "=?koi8-r?q?x?=                                 | =?koi8-r?q?x?=",
        "=?UTF-8?q?open                                 | =?UTF-8?q?open",
        "=??q??=                                        | =??q??=",
      })
  void wordsAreRead(String header, String text) {
    assertThat(MailWords.read(header)).isEqualTo(text);
  }
}
