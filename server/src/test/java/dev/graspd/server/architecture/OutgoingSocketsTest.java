package dev.graspd.server.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only one package connects to other machines: the one that checks their addresses. */
class OutgoingSocketsTest {
  private static final List<String> PACKAGES =
      List.of("java.net.http.", "javax.naming.", "javax.net.", "org.eclipse.jgit.api.");

  /** JGit throws these elsewhere, too; they open nothing. */
  private static final String EXCEPTIONS = "org.eclipse.jgit.api.errors.";

  private static final Set<String> TYPES =
      Set.of(
          "java.net.Socket",
          "java.net.DatagramSocket",
          "java.net.URLConnection",
          "java.net.HttpURLConnection",
          "java.nio.channels.SocketChannel",
          "java.nio.channels.DatagramChannel",
          "java.nio.channels.AsynchronousSocketChannel",
          "io.netty.bootstrap.Bootstrap",
          "io.netty.channel.epoll.EpollSocketChannel",
          "io.netty.channel.socket.nio.NioSocketChannel",
          "org.eclipse.jgit.transport.Transport",
          "org.eclipse.jgit.transport.TransportHttp",
          "org.eclipse.jgit.transport.HttpTransport",
          "org.eclipse.jgit.transport.RemoteSession",
          "org.eclipse.jgit.transport.SshSessionFactory");

  private static final Set<String> METHODS =
      Set.of(
          "java.net.URL.openStream",
          "java.net.URL.openConnection",
          "java.net.URL.getContent",
          "java.net.InetAddress.getByName",
          "java.net.InetAddress.getAllByName");

  /**
   * The training run talks to its own process, before anybody else may; a command goes where its
   * operator says.
   */
  private static final Set<String> PROGRAMS =
      Set.of("dev.graspd.server.app.command.Training", "dev.graspd.server.app.command.Why");

  private static final ArchRule RULE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.graspd.server.egress..")
          .and(describe("no program of its own", type -> !isProgram(type)))
          .should()
          .dependOnClassesThat(describe("opens sockets", OutgoingSocketsTest::opensSockets))
          .orShould()
          .callMethodWhere(reachesOut())
          .orShould()
          .callConstructor(InetSocketAddress.class, String.class, int.class)
          .because("egress checks whom we connect to; nothing else may connect");

  private static boolean isProgram(JavaClass type) {
    return PROGRAMS.stream()
        .anyMatch(name -> type.getName().equals(name) || type.getName().startsWith(name + "$"));
  }

  private static boolean opensSockets(JavaClass type) {
    String name = type.getName();
    boolean isInPackage =
        PACKAGES.stream().anyMatch(name::startsWith) && !name.startsWith(EXCEPTIONS);
    return TYPES.contains(name) || isInPackage;
  }

  private static DescribedPredicate<JavaCall<?>> reachesOut() {
    return describe("connects or looks a name up", call -> reachesOut(call.getTarget()));
  }

  private static boolean reachesOut(AccessTarget target) {
    String owner = target.getOwner().getName();
    return METHODS.contains(owner + "." + target.getName())
        || (owner.startsWith("io.netty.channel.") && target.getName().equals("connect"));
  }

  @Test
  void onlyEgressConnects() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.graspd.server");
    assertThat(classes).hasSizeGreaterThan(150);
    assertThat(classes.contain("dev.graspd.server.egress.dial.NettySockets")).isTrue();
    assertThat(PROGRAMS).allMatch(classes::contain);

    RULE.check(classes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GateThatCallsOut.socket(",
        "GateThatCallsOut.factory(",
        "GateThatCallsOut.datagrams(",
        "GateThatCallsOut.channel(",
        "GateThatCallsOut.asynchronous(",
        "GateThatCallsOut.stream(",
        "GateThatCallsOut.connection(",
        "GateThatCallsOut.client(",
        "GateThatCallsOut.bootstrap(",
        "GateThatCallsOut.netty(",
        "GateThatCallsOut.name(",
        "GateThatCallsOut.resolving(",
        "GateThatCallsOut.jgit(",
      })
  void everyOtherWayOutIsNoticed(String method) throws ClassNotFoundException {
    JavaClasses wrong =
        new ClassFileImporter()
            .importClasses(Class.forName("dev.graspd.server.gate.wrong.GateThatCallsOut"));

    assertThatThrownBy(() -> RULE.check(wrong))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(method);
  }
}
