package dev.graspd.server.ops.systemd;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/** Sends one datagram to a Unix socket, which the JDK cannot. */
final class UnixDatagram {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int FAMILY_BYTES = 2;
  private static final int PATH_BYTES = 108;

  private UnixDatagram() {}

  /** Sends to a path, or to an abstract name that begins with {@code @}. */
  static void send(String address, String text) throws IOException {
    byte[] name = address.getBytes(StandardCharsets.UTF_8);
    if (name.length == 0 || name.length >= PATH_BYTES) {
      throw new IOException("a socket's address has 1 to 107 bytes");
    }
    boolean isAbstract = name[0] == '@';
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment to = arena.allocate(FAMILY_BYTES + PATH_BYTES);
      to.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(name, 0, to, ValueLayout.JAVA_BYTE, FAMILY_BYTES, name.length);
      if (isAbstract) {
        to.set(ValueLayout.JAVA_BYTE, FAMILY_BYTES, (byte) 0);
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      MemorySegment data = arena.allocate(Math.max(1, bytes.length));
      MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, bytes.length);
      int toBytes = FAMILY_BYTES + name.length + (isAbstract ? 0 : 1);
      send(to, toBytes, data, bytes.length);
    }
  }

  private static void send(MemorySegment to, int toBytes, MemorySegment data, long bytes)
      throws IOException {
    try {
      int socket =
          (int) function("socket", INT, INT, INT, INT).invokeExact(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
      if (socket < 0) {
        throw new IOException("there is no Unix socket to be had");
      }
      long sent =
          (long)
              function("sendto", LONG, INT, POINTER, LONG, INT, POINTER, INT)
                  .invokeExact(socket, data, bytes, MSG_NOSIGNAL, to, toBytes);
      int _ = (int) function("close", INT, INT).invokeExact(socket);
      if (sent != bytes) {
        throw new IOException("nobody takes datagrams there");
      }
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static final MemoryLayout INT = ValueLayout.JAVA_INT;
  private static final MemoryLayout LONG = ValueLayout.JAVA_LONG;
  private static final MemoryLayout POINTER = ValueLayout.ADDRESS;

  @SuppressWarnings("restricted")
  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... parameters) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
  }
}
