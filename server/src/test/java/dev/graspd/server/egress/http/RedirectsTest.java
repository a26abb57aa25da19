package dev.graspd.server.egress.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.egress.TestEgress;
import dev.graspd.server.egress.dial.NamedBy;
import dev.graspd.server.egress.dial.Target;
import dev.graspd.server.egress.http.Redirects.Step;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RedirectsTest {
  @ParameterizedTest
  @CsvSource({
    "https://a.test/x/y?q, /z, https://a.test/z",
    "https://a.test/x/y?q=/r/, z?w, https://a.test/x/z?w",
    "https://a.test:8443/x, //b.test/z, https://b.test/z",
    "http://a.test/x, https://b.test:1/z, https://b.test:1/z",
    "http://a.test/x, http://b.test, http://b.test/",
    "https://a.test/x, a/b://c, https://a.test/a/b://c",
  })
  void locationIsReadFromWhereItWasSaid(String from, String location, String to) {
    Step step = Redirects.follow(TestEgress.target(from), Optional.of(location));
    assertThat(step)
        .isInstanceOfSatisfying(
            Step.To.class,
            next -> {
              assertThat(next.target().toString()).isEqualTo(to);
              assertThat(next.target().namedBy()).isEqualTo(NamedBy.STRANGER);
            });
  }

  @Test
  void targetOfARedirectIsAStrangers() {
    Target operators = TestEgress.target("http://a.test/x", NamedBy.OPERATOR);
    assertThat(Redirects.follow(operators, Optional.of("/y")))
        .isEqualTo(new Step.To(TestEgress.target("http://a.test/y")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://a.test/x | http://a.test/x | egress denied: redirect from https to http",
        "https://a.test/x | wss://a.test/x"
            + " | wrong answer: a redirect to something else: not http or https",
        "https://a.test/x | ftp://a.test/x"
            + " | wrong answer: a redirect to something else: not ws, wss, http or https",
        "https://a.test/x | https://u@a.test/"
            + " | wrong answer: a redirect to something else: has a user name",
        "https://a.test/x | /y#z | wrong answer: a redirect to something else: has a fragment",
      })
  void whatLeadsAstrayIsRefused(String from, String location, String why) {
    assertThat(Redirects.follow(TestEgress.target(from), Optional.of(location)))
        .isInstanceOfSatisfying(
            Step.Refused.class, refused -> assertThat(refused.failure().text()).isEqualTo(why));
  }
}
