package dev.graspd.server.role;

import dev.graspd.core.store.EventStore;
import dev.graspd.core.store.StorageException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A real store whose disk is full for the first writes. */
final class FullStore {
  private FullStore() {}

  static EventStore refusing(EventStore real, int writes, AtomicInteger refused) {
    return (EventStore)
        Proxy.newProxyInstance(
            EventStore.class.getClassLoader(),
            new Class<?>[] {EventStore.class},
            (_, method, arguments) -> {
              if (method.getName().equals("write") && refused.get() < writes) {
                refused.incrementAndGet();
                return CompletableFuture.failedFuture(
                    new StorageException(StorageException.Fault.FULL, "planned"));
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
