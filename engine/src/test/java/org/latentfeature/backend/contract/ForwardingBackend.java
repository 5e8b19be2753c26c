package org.latentfeature.backend.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.data.Matrix;
import org.latentfeature.progress.StopSignal;
import org.latentfeature.step.AtomSearch;
import org.latentfeature.step.Factorisation;
import org.latentfeature.step.Moments;
import org.latentfeature.step.PathCoder;
import org.latentfeature.step.Session;
import org.latentfeature.step.SessionLimits;

/** The reference on one thread, for tests that change some of what it does. */
public abstract class ForwardingBackend implements Backend {

  private final Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));

  /** A session that tells {@code called} the name of each method before it is run. */
  protected static Session telling(Consumer<String> called, Session session) {
    return (Session)
        Proxy.newProxyInstance(
            Session.class.getClassLoader(),
            Stream.of(AtomSearch.class, Factorisation.class, Moments.class, PathCoder.class)
                .filter(capability -> capability.isInstance(session))
                .toArray(Class<?>[]::new),
            (proxy, method, arguments) -> {
              called.accept(method.getName());
              try {
                return method.invoke(session, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public BackendInfo info() {
    return backend.info();
  }

  @Override
  public long bytesNeeded(int rows, int cols, SessionLimits limits) {
    return backend.bytesNeeded(rows, cols, limits);
  }

  @Override
  public long bytesAvailable() {
    return Long.MAX_VALUE;
  }

  @Override
  public Session open(Matrix x, SessionLimits limits, StopSignal stop) {
    return backend.open(x, limits, stop);
  }

  @Override
  public void close() {
    backend.close();
  }
}
