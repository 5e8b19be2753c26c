package org.latentfeature.backend.contract;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.reference.ReferenceProvider;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Limits;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** The reference on one thread, for tests that change some of what it does. */
public abstract class ForwardingBackend implements Backend {

  private final Backend backend = new ReferenceProvider().open(Resources.ofThreads(1));

  /** Rows of the reference, on which {@link #opened} are the steps. */
  private final class Rows implements ResidentRows {

    private final ResidentRows rows;

    Rows(ResidentRows rows) {
      this.rows = rows;
    }

    @Override
    public long first() {
      return rows.first();
    }

    @Override
    public int rows() {
      return rows.rows();
    }

    @Override
    public int cols() {
      return rows.cols();
    }

    @Override
    public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
      return opened(rows, limits, rows.open(limits, stop));
    }

    @Override
    public Matrix copy(int[] some) {
      return rows.copy(some);
    }

    @Override
    public Counters counters() {
      return rows.counters();
    }

    @Override
    public void close() {
      closed(rows);
      rows.close();
    }
  }

  /** What is handed out where {@code step} was opened; here just that. */
  protected <R extends Resident> R opened(ResidentRows rows, Limits<R> limits, R step) {
    return step;
  }

  /** Hears of rows that are closed. */
  protected void closed(ResidentRows rows) {
    // Nothing to do here.
  }

  /** {@code step}, which tells {@code called} the name of each method before it is run. */
  @SuppressWarnings("unchecked")
  protected static <R extends Resident> R telling(Consumer<String> called, R step) {
    return (R)
        Proxy.newProxyInstance(
            Resident.class.getClassLoader(),
            step.getClass().getInterfaces(),
            new Telling(called, step));
  }

  private record Telling(Consumer<String> called, Object step) implements InvocationHandler {

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      called.accept(method.getName());
      try {
        return method.invoke(step, own(arguments));
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    /** Steps know their own codes only. */
    private static Object @Nullable [] own(Object @Nullable [] arguments) {
      return arguments == null
          ? null
          : Stream.of(arguments).<@Nullable Object>map(Telling::own).toArray();
    }

    private static @Nullable Object own(@Nullable Object argument) {
      return argument != null
              && Proxy.isProxyClass(argument.getClass())
              && Proxy.getInvocationHandler(argument) instanceof Telling telling
          ? telling.step
          : argument;
    }
  }

  @Override
  public BackendInfo info() {
    return backend.info();
  }

  @Override
  public boolean offers(Limits<?> limits) {
    return backend.offers(limits);
  }

  @Override
  public long bytesNeeded(int rows, int cols, List<? extends Limits<?>> opened) {
    return backend.bytesNeeded(rows, cols, opened);
  }

  @Override
  public long bytesAvailable() {
    return Long.MAX_VALUE;
  }

  @Override
  public ResidentRows load(Matrix x, long first, StopSignal stop) {
    return new Rows(backend.load(x, first, stop));
  }

  @Override
  public void close() {
    backend.close();
  }
}
