package org.latentfeature.fit;

/**
 * An option has a value that no fit has, or one that contradicts another option. Its message is a
 * sentence that begins with the option's name; whoever knows the option by another name, such as a
 * flag, puts that before the {@link #complaint}.
 */
public final class OptionException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String option;
  private final String complaint;

  /**
   * An exception whose message is both.
   *
   * @param option name of the option
   * @param complaint the rest of the sentence: the value, what it must be, and the way out
   */
  public OptionException(String option, String complaint) {
    super(option + " " + complaint);
    this.option = option;
    this.complaint = complaint;
  }

  /** Name of the option. */
  public String option() {
    return option;
  }

  /** Returns the sentence without the name. */
  public String complaint() {
    return complaint;
  }
}
