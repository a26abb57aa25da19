package dev.graspd.server.site.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.graspd.server.git.Scratch;
import dev.graspd.server.hosting.HostedRepository;
import dev.graspd.server.site.address.Addresses;
import dev.graspd.server.site.address.RepositoryView;
import dev.graspd.server.site.address.SiteAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A repository that C git made, and its pages. */
abstract class CodeSiteFixture {
  static final String BASE = SiteFixture.BASE;
  static final String TOOL = SiteFixture.TOOL;

  @TempDir Path directory;

  SiteFixture fixture;
  Scratch git;
  CodeSite site;

  @BeforeEach
  void open() throws IOException {
    fixture = new SiteFixture(directory);
    git = fixture.git;
    site =
        new CodeSite(
            fixture.stores, fixture.cache, SiteFixture.FRAME, fixture::offeredBy, System::nanoTime);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  void publish() throws IOException {
    fixture.publish();
  }

  SiteAnswer answer(String rest) {
    int question = rest.indexOf('?');
    String path = question < 0 ? rest : rest.substring(0, question);
    Addresses.Reading reading =
        Addresses.read(TOOL + path, question < 0 ? "" : rest.substring(question + 1));
    return reading instanceof Addresses.Reading.At(SiteAddress.OfRepository address)
        ? fixture
            .find(address.repository())
            .map(found -> made(address, found).answer())
            .orElseGet(SiteAnswer.NotFound::new)
        : new SiteAnswer.NotFound();
  }

  private CodeSite.Made made(SiteAddress.OfRepository address, HostedRepository repository) {
    CodeSite.Shown shown = new CodeSite.Shown(repository, new TreeMap<>());
    return address.view() instanceof RepositoryView.Branches
            || address.view() instanceof RepositoryView.Tags
        ? site.refs(address.view(), shown, fixture.signed)
        : site.of(address, shown);
  }

  String page(String rest) {
    SiteAnswer answer = answer(rest);
    assertThat(answer).as(rest).isInstanceOf(SiteAnswer.Page.class);
    return ((SiteAnswer.Page) answer).html();
  }

  /** The text of a document for programs, one character for each byte. */
  String document(String rest) {
    SiteAnswer answer = answer(rest);
    assertThat(answer).as(rest).isInstanceOf(SiteAnswer.Document.class);
    return new String(((SiteAnswer.Document) answer).body(), StandardCharsets.ISO_8859_1);
  }

  void sample() throws IOException {
    git.commit("README.md", "# Tool\n<script>alert(1)</script>\n");
    git.commit("src/main.c", "int main() {\n\treturn 0;\n}\n" + "/* more */\n".repeat(5));
    git.commit("src/sp ace #?%&\"'<b>.txt", "x");
    git.commit("turned.txt", "access = \u202euser\n");
    git.commit("binary", new byte[] {1, 0, 2});
    git.commit("latin1", "gr\u00fcn\n".getBytes(StandardCharsets.ISO_8859_1));
    git.commit("empty", "");
    git.git("mv", "src/main.c", "src/start.c");
    git.commit("src/start.c", "int main() {\n\treturn 1;\n}\n" + "/* more */\n".repeat(5));
    git.git("tag", "-a", "-m", "first", "v1");
    git.git("branch", "feature/x");
    publish();
  }
}
