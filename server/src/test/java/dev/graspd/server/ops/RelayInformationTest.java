package dev.graspd.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.core.repo.RepositoryPattern;
import dev.graspd.server.ops.pages.Samples;
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
        .contains("\"supported_grasps\":[\"GRASP-01\"]")
        .contains("\"repo_acceptance_criteria\":\"Any repository is hosted whose announcement")
        .contains(
            "The git data of a repository may take 5 GiB, that of all repositories of one owner"
                + " 20 GiB.")
        .doesNotContain("curation");
  }

  @Test
  void whoSyncsSaysSo() {
    assertThat(
            Samples.information("x", Optional.of(Samples.rules(List.of(), List.of())), true).json())
        .contains("\"supported_grasps\":[\"GRASP-01\",\"GRASP-02\"]");
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
