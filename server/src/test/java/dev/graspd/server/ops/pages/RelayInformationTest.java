package dev.graspd.server.ops.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.nostr.ServiceAddress;
import dev.graspd.core.policy.ArchivePolicy;
import dev.graspd.core.policy.HostingRules;
import dev.graspd.core.repo.RepositoryPattern;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RelayInformationTest {
  private static final List<RepositoryPattern> SOME =
      List.of(new RepositoryPattern(Optional.of(Samples.OWNER), Optional.empty()));

  @Test
  void anOpenServerTakesAllThatNameIt() {
    RelayInformation open = hosting(List.of(), List.of());

    assertThat(open.json())
        .contains("\"supported_grasps\":[\"GRASP-01\",\"GRASP-06\"]")
        .contains("\"repo_acceptance_criteria\":\"Any repository is hosted whose announcement")
        .contains(
            "The git data of a repository may take 5 GiB, that of all repositories of one owner"
                + " 20 GiB. In an hour 10 new repositories of one key are taken, and 30 of one"
                + " address.")
        .contains("\"supported_nips\":[1,9,11,13,34,40,")
        .doesNotContain("curation");
  }

  @Test
  void searchThatIsSwitchedOffIsNotAdvertised() {
    RelayInformation all = hosting(List.of(), List.of());
    RelayInformation without =
        new RelayInformation(
            all.key(),
            all.presentation(),
            all.rules(),
            all.hosting(),
            all.room(),
            all.syncs(),
            all.limits(),
            all.maxMessageBytes(),
            false,
            all.version());

    assertThat(all.nips()).contains(50);
    assertThat(without.nips())
        .doesNotContain(50)
        .hasSameSizeAs(all.nips().subList(1, all.nips().size()));
  }

  @Test
  void whoSyncsSaysSo() {
    assertThat(
            Samples.information("x", Optional.of(Samples.rules(List.of(), List.of())), true).json())
        .contains("\"supported_grasps\":[\"GRASP-01\",\"GRASP-02\",\"GRASP-06\"]");
  }

  @Test
  void whoTakesNoSubmissionsDoesNotSaySo() {
    HostingRules without = Samples.rules(List.of(), List.of()).withoutSubmissions();
    RelayInformation information = Samples.information("x", Optional.of(without));

    assertThat(information.json()).contains("\"supported_grasps\":[\"GRASP-01\"]");
    assertThat(information.takesSubmissions()).isFalse();
  }

  @Test
  void aWhiteListIsCuration() {
    assertThat(hosting(SOME, List.of()).json())
        .contains("\"repo_acceptance_criteria\":\"Only repositories that the operator has listed")
        .contains("\"curation\":\"The operator chooses");
  }

  @Test
  void aBlackListIsCuration() {
    assertThat(hosting(List.of(), SOME).json())
        .contains("\"repo_acceptance_criteria\":\"Any repository is hosted")
        .contains("\"curation\":\"The operator refuses");
  }

  @Test
  void anArchiveIsNamedAndDescribed() {
    ArchivePolicy services =
        new ArchivePolicy(
            false,
            List.of(),
            List.of(ServiceAddress.of("a.example", "/"), ServiceAddress.of("b.example:8443", "/x")),
            true);
    assertThat(archiving(services).json())
        .contains("\"supported_grasps\":[\"GRASP-01\",\"GRASP-02\",\"GRASP-05\",\"GRASP-06\"]")
        .contains(
            "\"curation\":\"Copies are kept of the repositories of a.example, b.example:8443/x"
                + " that are hosted elsewhere; they take no pushes.\"");
    ArchivePolicy chosen = new ArchivePolicy(false, SOME, services.services(), false);
    assertThat(archiving(chosen).curation().orElseThrow())
        .contains("repositories that the operator has chosen and the repositories of a.example")
        .endsWith("they take what their maintainers sign.");
    ArchivePolicy all = new ArchivePolicy(true, SOME, List.of(), true);
    assertThat(archiving(all).curation().orElseThrow())
        .startsWith("Copies are kept of every repository that this server hears of");
  }

  private static RelayInformation archiving(ArchivePolicy archive) {
    HostingRules rules = Samples.rules(List.of(), List.of());
    return Samples.information(
        "x",
        Optional.of(
            new HostingRules(
                rules.service(), rules.self(), List.of(), List.of(), archive, 100, 10)),
        true);
  }

  @Test
  void aPlainRelayNamesNoGrasp() {
    assertThat(Samples.information("x", Optional.empty()).json())
        .contains("\"supported_grasps\":[]")
        .doesNotContain("curation");
  }

  private static RelayInformation hosting(
      List<RepositoryPattern> whiteList, List<RepositoryPattern> blackList) {
    return Samples.information("x", Optional.of(Samples.rules(whiteList, blackList)));
  }
}
