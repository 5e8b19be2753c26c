package org.latentfeature.kmeans;

import java.util.List;
import java.util.Map;
import org.latentfeature.backend.Backend;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitMonitor;
import org.latentfeature.fit.FitOrigin;
import org.latentfeature.fit.LoadedData;
import org.latentfeature.fit.OptionTable;
import org.latentfeature.fit.estimator.Estimator;
import org.latentfeature.fit.estimator.FitRequest;
import org.latentfeature.fit.estimator.Fitted;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.fit.model.ModelKind;

/** One feature a row: the centre of its cluster. */
public final class KMeans implements Estimator<KMeansOptions, KMeansModel> {

  @Override
  public String name() {
    return "kmeans";
  }

  @Override
  public ModelKind<KMeansModel> kind() {
    return KMeansModel.KIND;
  }

  @Override
  public OptionTable<KMeansOptions> table() {
    return KMeansOptions.TABLE;
  }

  @Override
  public KMeansOptions defaults(int k) {
    return new KMeansOptions(k, 4, 0, null);
  }

  @Override
  public long bytesNeeded(
      Backend backend, int rows, int cols, FitRequest<KMeansOptions, KMeansModel> request) {
    return 0;
  }

  @Override
  public Fitted<KMeansModel> fit(LoadedData data, FitRequest<KMeansOptions, KMeansModel> request) {
    KMeansOptions options = request.options();
    FitMonitor monitor = new FitMonitor(request.listener(), options.timeLimit());
    Lloyd lloyd = Lloyd.fit(data.x(), options, monitor);
    List<FitEvent> trace = monitor.trace();
    return new Fitted<>(
        options.k(),
        lloyd.rmse(),
        monitor.ended(),
        trace.size(),
        Map.of(),
        FitOrigin.of(options, data),
        from ->
            new KMeansModel(
                Manifest.of(
                    KMeansModel.KIND.name(),
                    from.software(),
                    options,
                    from.backend(),
                    from.data(),
                    options.k(),
                    "best start",
                    lloyd.rmse(),
                    Map.of(),
                    monitor.ended(),
                    trace,
                    monitor.seconds()),
                lloyd.z(),
                lloyd.w()));
  }
}
