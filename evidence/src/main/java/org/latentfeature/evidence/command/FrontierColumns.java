package org.latentfeature.evidence.command;

import java.util.List;
import org.latentfeature.data.DenseProblem;
import org.latentfeature.data.FeatureDependence;
import org.latentfeature.data.NoiseShape;
import org.latentfeature.data.Prevalence;
import org.latentfeature.evidence.FrontierFit;
import org.latentfeature.evidence.FrontierFit.Setting;

/** The columns of the frontier's table. */
final class FrontierColumns implements PointTable.Columns<Setting, FrontierFit> {

  @Override
  public List<String> names() {
    return List.of(
        "features",
        "rows",
        "columns",
        "sigma",
        "prevalence",
        "dependence",
        "seed",
        "time_limit",
        "backend",
        "exact",
        "found",
        "verified",
        "seconds",
        "ended");
  }

  @Override
  public Setting setting(FrontierFit fit) {
    return fit.setting();
  }

  @Override
  public List<Object> cells(FrontierFit fit) {
    DenseProblem problem = fit.setting().problem();
    return List.of(
        problem.features(),
        problem.rows(),
        problem.columns(),
        problem.sigma(),
        problem.prevalence().toString(),
        problem.dependence().toString(),
        problem.seed(),
        fit.setting().timeLimit(),
        fit.setting().backend(),
        fit.exact(),
        fit.found(),
        fit.verified(),
        fit.seconds(),
        fit.ended());
  }

  @Override
  public FrontierFit point(List<String> cells) {
    DenseProblem problem =
        new DenseProblem(
            Integer.parseInt(cells.get(1)),
            Integer.parseInt(cells.get(2)),
            Integer.parseInt(cells.get(0)),
            Double.parseDouble(cells.get(3)),
            Prevalence.of(cells.get(4)),
            FeatureDependence.of(cells.get(5)),
            NoiseShape.EQUAL,
            Long.parseLong(cells.get(6)));
    return new FrontierFit(
        new Setting(problem, Double.parseDouble(cells.get(7)), cells.get(8)),
        Integer.parseInt(cells.get(10)),
        Integer.parseInt(cells.get(11)),
        Double.parseDouble(cells.get(12)),
        cells.get(13));
  }
}
