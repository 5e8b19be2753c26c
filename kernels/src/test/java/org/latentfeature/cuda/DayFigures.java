package org.latentfeature.cuda;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.latentfeature.backend.BackendUnavailableException;
import org.latentfeature.cuda.driver.Context;
import org.latentfeature.cuda.probe.CudaDevice;
import org.latentfeature.cuda.probe.CudaProbe;

/**
 * What a first day with a GPU measures from within the backend: {@code gpu}, {@code driver}, {@code
 * steps}, {@code profiled}, {@code blocks}, {@code edge}, {@code fits}, {@code contract}, {@code
 * estimators} or, of the contract, {@code rings}. Prints each figure as one line of JSON, as soon
 * as it is known; without a GPU, prints the reason and exits with status 1. {@code bench/run
 * gpu-day} runs this, and no test does: its times are a GPU's, and where there is only the software
 * device they say nothing.
 */
final class DayFigures {

  private static final Gson JSON =
      new GsonBuilder().serializeSpecialFloatingPointValues().disableHtmlEscaping().create();

  private DayFigures() {}

  /**
   * One figure.
   *
   * @param measured what was found, in {@code unit}
   * @param predicted what the model on paper has, or NaN
   */
  static void print(String name, String unit, double measured, double predicted) {
    Map<String, Object> figure = new LinkedHashMap<>();
    figure.put("figure", name);
    figure.put("unit", unit);
    figure.put("measured", measured);
    if (!Double.isNaN(predicted)) {
      figure.put("predicted", predicted);
    }
    System.out.println(JSON.toJson(figure));
  }

  static void print(String name, String unit, double measured) {
    print(name, unit, measured, Double.NaN);
  }

  /** A fact that is no number. */
  static void print(String name, String text) {
    System.out.println(JSON.toJson(Map.of("figure", name, "text", text)));
  }

  /** The first GPU, which is the day's. */
  static CudaDevice device() {
    return CudaProbe.ofThisMachine().usable(0);
  }

  /** A context of it, with cuBLAS if there is one. */
  static Context context(CudaDevice device) {
    boolean cublas = CudaProvider.hasCublas(device.ordinal());
    return new Context(device.ordinal(), DeviceMemory.workspace(device), false, cublas);
  }

  /** Whether the device is the tests' own, on which only small problems end. */
  static boolean isSoftware() {
    return device().name().startsWith("Software CUDA device");
  }

  private static final Map<String, Consumer<CudaDevice>> GROUPS =
      Map.of(
          "gpu", device -> print("device", device.name()),
          "driver", DriverFigures::print,
          "steps", StepFigures::steps,
          "profiled", StepFigures::profiled,
          "blocks", StepFigures::blocks,
          "edge", WholeFigures::edge,
          "fits", WholeFigures::fits,
          "contract", ContractFigures::steps,
          "estimators", ContractFigures::estimators,
          "rings", ContractFigures::rings);

  /** Prints the figures of the group that is named. */
  public static void main(String[] args) {
    String name = String.join(" ", args);
    Consumer<CudaDevice> group = GROUPS.get(name);
    if (group == null) {
      throw new IllegalArgumentException("'" + name + "' is none of " + GROUPS.keySet());
    }
    try {
      group.accept(device());
    } catch (BackendUnavailableException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
    // JUnit and the driver may have left threads.
    System.exit(0);
  }
}
