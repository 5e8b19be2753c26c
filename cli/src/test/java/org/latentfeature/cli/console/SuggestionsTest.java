package org.latentfeature.cli.console;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.latentfeature.cli.Run;

/** What is suggested in place of words that are none. */
class SuggestionsTest {

  @Test
  void optionsCommandsAndTheirWordsAreSuggested() {
    Object[] fit = {"fit", "x.npy", "-k", 1, "-o", "m.lfm"};
    Run.lfm("fit", "x.npy", "--featurs", 3, "-o", "m.lfm")
        .isWrongUse("'--featurs' is not an option of 'lfm fit'; did you mean --features?");
    Run.lfm(fit[0], fit[1], "-k", 1, "-o", "m.lfm", "--time", 3)
        .isWrongUse("did you mean --time-limit?");
    Run.lfm(fit[0], fit[1], "-k", 1, "-o", "m.lfm", "--bakend=java")
        .isWrongUse("did you mean --backend?");
    Run.lfm(fit[0], fit[1], "-k", 1, "-o", "m.lfm", "--method", "lsso")
        .isWrongUse("--method is 'lsso'", "lasso, path, best, paper", "did you mean lasso?");
    Run.lfm("fit-many", "x.npy", "-o", "m", "--method", "best,pth")
        .isWrongUse("'pth'", "did you mean path?");
    Run.lfm("markov", "fit", "x.npy", "-k", 1, "-o", "m.lfm", "--gain", "papper")
        .isWrongUse("did you mean paper?");
    Run.lfm(fit[0], fit[1], "-k", 1, "-o", "m.lfm", "--backend", "jvaa")
        .isWrongUse("did you mean java?");
    Run.lfm("generate", "syn33", "-o", "d").isWrongUse("did you mean syn3?");
    Run.lfm("trasnform").isWrongUse("did you mean transform?");
    Run.lfm("markov", "trasform").isWrongUse("did you mean transform?");
    assertFalse(
        Run.lfm("demo", "extra").isWrongUse("unexpected argument").err().contains("did you mean"));
  }
}
