package dev.graspd.server.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JgitSetupTest {
  @BeforeEach
  void apply() {
    JgitSetup.apply();
  }

  @Test
  void noConfigurationOfTheMachineIsRead() throws IOException, ConfigInvalidException {
    SystemReader reader = SystemReader.getInstance();
    assertThat(reader.getUserConfig().getSections()).isEmpty();
    assertThat(reader.getSystemConfig().getSections()).isEmpty();
    assertThat(reader.getJGitConfig().getSections()).isEmpty();
    assertThat(reader.getenv("PATH")).isNull();
  }

  @Test
  void fileSystemIsNotMeasured(@TempDir Path directory) throws IOException, ConfigInvalidException {
    assertThat(
            SystemReader.getInstance()
                .getUserConfig()
                .getTimeUnit("filesystem", "any", "timestampResolution", -1, TimeUnit.MILLISECONDS))
        .isEqualTo(20);
    assertThat(FS.getFileStoreAttributes(directory)).isNotNull();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void settingsAreMadeOnce() {
    SystemReader reader = SystemReader.getInstance();
    JgitSetup.apply();
    assertThat(SystemReader.getInstance()).isSameAs(reader);
  }
}
