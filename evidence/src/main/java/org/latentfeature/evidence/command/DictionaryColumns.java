package org.latentfeature.evidence.command;

import java.util.List;
import org.latentfeature.data.CorrelatedProblem;
import org.latentfeature.evidence.DictionaryFit;
import org.latentfeature.evidence.DictionaryFit.Setting;
import org.latentfeature.evidence.Rival;

/** The columns of the table of dictionary errors. */
final class DictionaryColumns implements PointTable.Columns<Setting, DictionaryFit> {

  @Override
  public List<String> names() {
    return List.of(
        "rows",
        "columns",
        "features",
        "sigma",
        "norm",
        "seed",
        "method",
        "backend",
        "error",
        "seconds",
        "route");
  }

  @Override
  public Setting setting(DictionaryFit fit) {
    return fit.setting();
  }

  @Override
  public List<Object> cells(DictionaryFit fit) {
    CorrelatedProblem problem = fit.setting().problem();
    return List.of(
        problem.rows(),
        problem.columns(),
        problem.features(),
        problem.sigma(),
        problem.norm(),
        problem.seed(),
        fit.setting().rival().word(),
        fit.setting().backend(),
        fit.error(),
        fit.seconds(),
        fit.route());
  }

  @Override
  public DictionaryFit point(List<String> cells) {
    CorrelatedProblem problem =
        new CorrelatedProblem(
            Integer.parseInt(cells.get(0)),
            Integer.parseInt(cells.get(1)),
            Integer.parseInt(cells.get(2)),
            Double.parseDouble(cells.get(3)),
            Double.parseDouble(cells.get(4)),
            Long.parseLong(cells.get(5)));
    return new DictionaryFit(
        new Setting(problem, Rival.of(cells.get(6)), cells.get(7)),
        Double.parseDouble(cells.get(8)),
        Double.parseDouble(cells.get(9)),
        cells.get(10));
  }
}
