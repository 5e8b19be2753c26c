package org.latentfeature.evidence.command;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.data.AdmixtureProblem;
import org.latentfeature.evidence.AdmixtureFit;
import org.latentfeature.evidence.AdmixtureFit.Setting;

/** The columns of the table of errors of shares. */
final class AdmixtureColumns implements PointTable.Columns<Setting, AdmixtureFit> {

  @Override
  public List<String> names() {
    return List.of(
        "rows",
        "columns",
        "features",
        "alpha",
        "drift",
        "seed",
        "method",
        "backend",
        "error",
        "seconds");
  }

  @Override
  public Setting setting(AdmixtureFit fit) {
    return fit.setting();
  }

  @Override
  public List<Object> cells(AdmixtureFit fit) {
    AdmixtureProblem problem = fit.setting().problem();
    return List.of(
        problem.rows(),
        problem.columns(),
        problem.features(),
        problem.alpha(),
        problem.drift(),
        problem.seed(),
        fit.setting().method().word(),
        fit.setting().backend(),
        fit.error(),
        fit.seconds());
  }

  @Override
  public AdmixtureFit point(List<String> cells) {
    AdmixtureProblem problem =
        new AdmixtureProblem(
            Integer.parseInt(cells.get(0)),
            Integer.parseInt(cells.get(1)),
            Integer.parseInt(cells.get(2)),
            Double.parseDouble(cells.get(3)),
            Double.parseDouble(cells.get(4)),
            Long.parseLong(cells.get(5)));
    AdmixtureFit.Method method =
        Arrays.stream(AdmixtureFit.Method.values())
            .filter(each -> each.word().equals(cells.get(6)))
            .findAny()
            .orElseThrow(() -> new IllegalArgumentException("no method " + cells.get(6)));
    return new AdmixtureFit(
        new Setting(problem, method, cells.get(7)),
        Double.parseDouble(cells.get(8)),
        Double.parseDouble(cells.get(9)));
  }
}
