package dev.graspd.core.hunt.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** configuration.md, {@code NGIT_SYNC_DOMAIN_OVERRIDES}. */
class DomainLimitsTest {
  @Test
  void overrideIsForAllPortsOfItsHost() {
    assertThat(DomainLimits.parseOverrides("GitHub.com:10,60"))
        .hasValueSatisfying(overrides -> {
          assertThat(overrides)
              .hasSize(1)
              .containsEntry(new Domain("github.com"), new DomainLimits(10, 60));
        });
  }

  @Test
  void overridesAreSeparatedByBlanksOrSemicolons() {
    assertThat(DomainLimits.parseOverrides(" a.example:1,2; [::1]:3,4\n"))
        .hasValueSatisfying(overrides -> {
          assertThat(overrides)
              .hasSize(2)
              .containsEntry(new Domain("a.example"), new DomainLimits(1, 2))
              .containsEntry(new Domain("[::1]"), new DomainLimits(3, 4));
        });
    assertThat(DomainLimits.parseOverrides(""))
        .hasValueSatisfying(none -> {
          assertThat(none).isEmpty();
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "github.com",
        "github.com:10",
        "github.com:10,",
        "github.com:0,60",
        "github.com:10,0",
        "github.com:10001,60",
        "github.com:10,60,70",
        "github.com:8443:10,60",
        "[::1]:9:3,4",
        "github.com:0:10,60",
        "github.com:65536:10,60",
        "git hub.com:10,60",
        "user@github.com:10,60",
        "https://github.com:10,60",
        ":10,60",
        "[::1:10,60",
        "a.example:1,2 b.example"
      })
  void whatIsNoOverrideIsRefused(String text) {
    assertThat(DomainLimits.parseOverrides(text)).isEmpty();
  }

  @Test
  void overrideHoldsForItsDomainOnly() {
    HuntSettings settings =
        new HuntSettings(
            DomainLimits.DEFAULT,
            DomainLimits.parseOverrides("github.com:10,60").orElseThrow(),
            32,
            HuntSettings.DEFAULT.naughty());
    assertThat(settings.limitsOf(new Domain("github.com"))).isEqualTo(new DomainLimits(10, 60));
    assertThat(settings.limitsOf(new Domain("gist.github.com"))).isEqualTo(new DomainLimits(5, 30));
  }
}
