package dev.graspd.server.gate.wrong;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.URIish;

/** Every way to reach another machine, in a package that must not. */
@SuppressWarnings({"AddressSelection", "FutureReturnValueIgnored"}) // being wrong is its purpose
final class GateThatCallsOut {
  private GateThatCallsOut() {}

  static Object socket() throws IOException {
    return new Socket("example.com", 80);
  }

  static Object factory() throws IOException {
    return SocketFactory.getDefault().createSocket("example.com", 80);
  }

  static Object datagrams() throws IOException {
    return new DatagramSocket();
  }

  static Object channel(InetSocketAddress to) throws IOException {
    return SocketChannel.open(to);
  }

  static Object asynchronous() throws IOException {
    return AsynchronousSocketChannel.open();
  }

  static InputStream stream(URL url) throws IOException {
    return url.openStream();
  }

  static URLConnection connection(URL url) throws IOException {
    return url.openConnection();
  }

  static Object client() {
    return HttpClient.newHttpClient();
  }

  static Object bootstrap() {
    return new Bootstrap();
  }

  static Object netty(Channel channel, InetSocketAddress to) {
    return channel.connect(to);
  }

  static Object name() throws IOException {
    return InetAddress.getByName("example.com");
  }

  static Object resolving() {
    return new InetSocketAddress("example.com", 80);
  }

  static Object jgit(URIish uri) throws Exception {
    return Transport.open(uri);
  }
}
