package dev.graspd.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for one name, made by the JDK's own tool, and signed by nobody but itself. */
public final class TestCertificate {
  private static final String PASSWORD = "only-for-tests";

  private final KeyStore keys;

  private TestCertificate(KeyStore keys) {
    this.keys = keys;
  }

  /**
   * Makes one.
   *
   * @param subject what it is for, as {@code dns:relay.test} or {@code ip:127.0.0.1}
   */
  public static TestCertificate of(String subject, Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = Files.createTempDirectory(directory, "certificate").resolve("keys.p12");
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Process process =
        new ProcessBuilder(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "test",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + subject,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(output);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new TestCertificate(keys);
  }

  /** Returns what a server with this certificate needs. */
  public SSLContext forServer() throws GeneralSecurityException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  /** Returns what a client needs that believes this certificate and no other. */
  public SSLContext forClient() throws GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    try {
      trusted.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
    trusted.setCertificateEntry("test", keys.getCertificate("test"));
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }
}
