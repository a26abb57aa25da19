package dev.graspd.server.ops.systemd;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for SIGHUP, by which a service is told to read its settings again. Otherwise the signal
 * ends the process. The JDK's class is named at run time: the compiler warns of it, and there is no
 * other.
 */
public final class HangUp {
  private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);

  private HangUp() {}

  /** Runs work at each SIGHUP, in a thread of the JVM; one that is ignored stays so. */
  public static void on(Runnable work) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      // It has one method of its own, and the JDK calls no other.
      InvocationHandler handling =
          (_, _, _) -> {
            work.run();
            return null;
          };
      Object ours =
          Proxy.newProxyInstance(HangUp.class.getClassLoader(), new Class<?>[] {handler}, handling);
      Object _ =
          signal
              .getMethod("handle", signal, handler)
              .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), ours);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // Under nohup, for one: a command can still ask for a reload.
      LOG.debug("SIGHUP is not ours", e);
    }
  }
}
