package org.latentfeature.cli.lasso;

import java.util.Locale;
import org.latentfeature.cli.console.Answer;
import org.latentfeature.lasso.Certificate;

/** Adds the figures of a certificate to a fit's summary. */
final class CertificateAnswer {

  private CertificateAnswer() {}

  /** Numbers for programs, a sentence for people. */
  static void add(Certificate c, Answer answer, boolean json) {
    if (json) {
      answer.with("certificate", c);
      answer.with("gap", c.gap());
      return;
    }
    answer.with(
        "objective",
        "%s, optimality gap %.3g %% at penalty %s (%s)"
            .formatted(
                Answer.word(c.objective()),
                100 * c.gap(),
                Answer.word(c.mu()),
                c.failure() == 0
                    ? "proven"
                    : String.format(Locale.ROOT, "with probability 1 − %.0e", c.failure())));
    answer.with(
        "bounds",
        "lower bound %s for any columns; the convex fit's %,d columns reach %s"
            .formatted(Answer.word(c.lowerBound()), c.atoms(), Answer.word(c.convexObjective())));
  }
}
