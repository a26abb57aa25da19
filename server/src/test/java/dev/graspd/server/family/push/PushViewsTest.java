package dev.graspd.server.family.push;

import static dev.graspd.testkit.TestKeys.ALICE;
import static dev.graspd.testkit.TestKeys.CAROL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.Announcement;
import dev.graspd.core.repo.Family.Announced;
import dev.graspd.core.repo.HostingMode;
import dev.graspd.core.repo.Standing;
import dev.graspd.testkit.EventBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PushViewsTest {
  @ParameterizedTest
  @CsvSource({
    "HOSTED,   true,  https://a.example/r.git, ''",
    "ARCHIVED, true,  https://a.example/r.git, https://a.example/r.git",
    "ARCHIVED, false, https://a.example/r.git, ''",
    "ARCHIVED, true,  ssh://a.example/r.git,   a server that its maintainers use",
  })
  void onlyCopiesThatTakeNoPushesSendThemElsewhere(
      HostingMode hosting, boolean readOnly, String clone, String expected) {
    HostingRules rules =
        new HostingRules(
            ServiceAddress.of("own.example", "/"),
            CAROL.publicKey(),
            List.of(),
            List.of(),
            new ArchivePolicy(true, List.of(), List.of(), readOnly),
            10,
            10);
    Announcement announcement =
        Announcement.of(
                EventBuilder.kind(30617).tag("d", "r").tag("clone", clone).unsignedBy(ALICE))
            .orElseThrow();
    assertThat(PushViews.archivedFrom(new Announced(announcement, Standing.SERVED, hosting), rules))
        .isEqualTo(Optional.of(expected).filter(text -> !text.isEmpty()));
  }
}
