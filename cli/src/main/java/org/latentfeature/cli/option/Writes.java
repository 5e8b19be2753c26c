package org.latentfeature.cli.option;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an option or parameter that names a file or directory to write. By this and {@link Reads},
 * one of which every path of the command line has, {@link FileArguments} keeps outputs off inputs.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Writes {

  /**
   * For a directory, what is written in it: names, {@code *} standing for any characters. Without
   * any, the path is a file's.
   */
  String[] inDirectory() default {};
}
