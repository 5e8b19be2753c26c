package org.latentfeature.evidence.command;

import java.util.Locale;
import org.latentfeature.cli.console.Course;
import org.latentfeature.cli.console.Interruption;
import org.latentfeature.cli.console.Reporting;
import org.latentfeature.cli.console.Standing;
import org.latentfeature.evidence.TrialListener;
import org.latentfeature.fit.FitEvent;
import org.latentfeature.fit.FitListener;

/** How far a reproduction is: a line when a run begins, and its steps if it lasts. */
final class TrialProgress implements TrialListener {

  private final Reporting reporting;
  private Run run = new Run(0, 0, "", 0, 0, "");

  TrialProgress(Reporting reporting) {
    this.reporting = reporting;
  }

  /**
   * Where it stands.
   *
   * @param left seconds that all of it still took when this run began, a guess
   * @param since seconds from the command's start to that of this run
   * @param step the run's last
   */
  private record Run(int number, int of, String what, double left, double since, String step)
      implements Standing {

    @Override
    public String words(double seconds) {
      double rest = left - (seconds - since);
      return String.format(
          Locale.ROOT,
          "run %,d of %,d: %s%s; %s",
          number,
          of,
          what,
          step,
          rest > 0 ? "about " + Standing.span(rest) + " left" : "longer than expected");
    }

    @Override
    public double share() {
      return (number - 1.0) / of;
    }

    Run withLeft(double seconds) {
      return new Run(number, of, what, seconds, since, step);
    }

    Run at(String now) {
      return new Run(number, of, what, left, since, now);
    }
  }

  /** A listener that shows each step of a run and ends it once the user interrupts. */
  FitListener until(Interruption interruption) {
    return event -> {
      step(event);
      return !interruption.isRequested();
    };
  }

  @Override
  public void note(String line) {
    reporting.note(line);
  }

  @Override
  public void trial(int number, int of, String what, double secondsLeft) {
    at(number, of, what, secondsLeft);
    reporting.course().note(run);
  }

  /** Shows the progress of short runs without printing a line for each. */
  void at(int number, int of, String what, double secondsLeft) {
    run = new Run(number, of, what, secondsLeft, reporting.course().seconds(), "");
    reporting.course().at(run);
  }

  @Override
  public void step(FitEvent event) {
    reporting.course().at(run.at(", " + event.stage() + " step " + event.step()));
  }

  @Override
  public void onWork(String work, long done, long of) {
    Course course = reporting.course();
    // The run has told how long it takes; the others are expected to take as long.
    double taken = course.seconds() - run.since();
    double whole = taken * of / Math.max(1, done);
    Run now = run.at(String.format(Locale.ROOT, ", %s: %,d of %,d", work, done, of));
    course.at(now.withLeft(whole * (1.0 + run.of() - run.number())));
  }
}
