package dev.graspd.server.egress.dial;

import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Secure connections: the address was checked before, the name is checked here. */
record Tls(SSLContext context, Duration limit) {
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  SslHandler handlerFor(Target target) {
    SSLEngine engine = context.createSSLEngine(certifiedName(target.host()), target.port());
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(PROTOCOLS);
    // The certificate must be for the name (or address) of the URL, not for the dialled address.
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (target.host() instanceof Host.Name(var name)) {
      parameters.setServerNames(List.of(new SNIHostName(name)));
    }
    engine.setSSLParameters(parameters);
    SslHandler handler = new SslHandler(engine);
    handler.setHandshakeTimeoutMillis(limit.toMillis());
    return handler;
  }

  private static String certifiedName(Host host) {
    return switch (host) {
      case Host.Name(var name) -> name;
      case Host.Literal(var address) -> address.getHostAddress();
    };
  }
}
