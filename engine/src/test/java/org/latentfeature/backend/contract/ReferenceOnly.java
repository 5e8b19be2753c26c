package org.latentfeature.backend.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test of an estimator's contract that runs on the reference alone: the estimator is the same on
 * every backend, and each step has a contract of its own. {@code -Pevery-gpu} runs it on all of
 * them.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("reference-only")
public @interface ReferenceOnly {}
