package dev.graspd.core.impure;

import java.io.IOException;
import java.net.Socket;

final class OpensASocket {
  private OpensASocket() {}

  static void open() throws IOException {
    new Socket().close();
  }
}
