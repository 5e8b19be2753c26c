package org.latentfeature.cli.option;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.latentfeature.backend.Backend;
import org.latentfeature.backend.BackendProvider;
import org.latentfeature.backend.Backends;
import org.latentfeature.backend.Resources;
import org.latentfeature.backend.Resources.Precision;
import org.latentfeature.backend.StreamedBackend;
import org.latentfeature.backend.Workload;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.data.Rows;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.io.DidYouMean;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which backend runs the heavy steps. */
public final class BackendOptions {

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = Backends.AUTO,
      description =
          "Backend: cuda, openblas, java or auto. cuda needs an NVIDIA GPU. "
              + "auto selects the first of these that can run here, see 'lfm "
              + "backends', or for little work a later one that is done sooner "
              + "(default: ${DEFAULT-VALUE}).")
  String name;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "0",
      description = "Number of CPU threads; 0 for automatic (default: " + "${DEFAULT-VALUE}).")
  public int threads;

  @Option(
      names = "--device",
      paramLabel = "N",
      defaultValue = "0",
      split = ",",
      description =
          "GPU by number, or several such as 0,1. 'lfm backends' lists the "
              + "numbers; 0,1 splits the rows across two GPUs (default: "
              + "${DEFAULT-VALUE}).")
  List<Integer> devices = List.of(0);

  @Option(
      names = "--precision",
      paramLabel = "P",
      defaultValue = "single",
      description =
          "Precision: single, tf32 or bf16. tf32 and bf16 are faster, and "
              + "for cuda only: tf32 rounds what is multiplied to about 3 digits, "
              + "bf16 only what the lasso's searches for atoms read (default: "
              + "${DEFAULT-VALUE}).")
  Precision precision = Precision.SINGLE;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  /**
   * Wrong names and numbers are wrong use; like a backend that cannot run, told before any work.
   */
  public void check() {
    if (threads < 0) {
      throw new ParameterException(
          command.commandLine(), "--threads is " + threads + "; it must be at least 0");
    }
    for (int device : devices) {
      if (device < 0) {
        throw new ParameterException(
            command.commandLine(), "--device is " + device + "; it must be at least 0");
      }
    }
    if (Set.copyOf(devices).size() < devices.size()) {
      throw new ParameterException(
          command.commandLine(),
          "--device %s lists a GPU twice"
              .formatted(devices.stream().map(d -> "" + d).collect(Collectors.joining(","))));
    }
    List<String> names = Backends.providers().stream().map(BackendProvider::name).toList();
    if (!name.equals(Backends.AUTO) && !names.contains(name)) {
      throw new ParameterException(
          command.commandLine(),
          "there is no backend '%s'; choose one of auto, %s%s"
              .formatted(name, String.join(", ", names), DidYouMean.of(name, names)));
    }
    try {
      Backends.check(name, resources());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Opens the backend and says which, and why. The caller closes it. */
  public Backend open(Reporting reporting) {
    return open(reporting, Workload.UNKNOWN);
  }

  /**
   * Opens the backend for a workload that is known; {@code --device}, if given, counts whatever the
   * workload. The caller closes it.
   */
  public Backend open(Reporting reporting, Workload work) {
    Backends.Choice choice = Backends.open(name, resources(), unlessDevice(work));
    reporting.note(choice.explanation());
    int processors = Runtime.getRuntime().availableProcessors();
    if (threads > processors) {
      reporting.note(
          "--threads is %d, but there are %d processors: threads will wait for each other; %d are faster"
              .formatted(threads, processors, processors));
    }
    return choice.backend();
  }

  /**
   * Opens a backend at each call, with so many threads, for its part of {@code work}; says once
   * which, and why. Callers close them.
   */
  public Supplier<Backend> each(int count, Workload work, Reporting reporting) {
    AtomicBoolean isExplained = new AtomicBoolean();
    return () -> {
      Backends.Choice choice = Backends.open(name, resources(count), unlessDevice(work));
      if (!isExplained.getAndSet(true)) {
        reporting.note(choice.explanation());
      }
      return choice.backend();
    };
  }

  /** As {@link FitRequest#roomFor}; says so if rows do not stay on the device. */
  public static Backend roomFor(
      FitRequest<?, ?> request, Backend opened, Rows x, Reporting reporting) {
    Backend backend = request.roomFor(opened, x);
    if (backend instanceof StreamedBackend streamed) {
      reporting.note(
          "X does not fit the memory of backend %s: each step copies its rows there, %,d at a time"
              .formatted(backend.info().name(), streamed.blockRows(x.rows(), x.cols())));
    }
    return backend;
  }

  /**
   * Returns whether the backend that {@link #each} takes will, as far as is known, run on a GPU.
   *
   * @param count threads of each
   */
  public boolean isCard(int count, Workload work) {
    return Backends.preferred(name, resources(count), unlessDevice(work))
        .map(provider -> !provider.probe().devices().isEmpty())
        .orElse(false);
  }

  private Workload unlessDevice(Workload work) {
    boolean given = command.commandLine().getParseResult().hasMatchedOption("--device");
    return given ? Workload.UNKNOWN : work;
  }

  private Resources resources() {
    return resources(threads);
  }

  private Resources resources(int count) {
    return new Resources(count, devices, precision);
  }
}
