package org.latentfeature.cuda;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.latentfeature.cuda.software.AnyDevice;

/**
 * A test of the backend on {@link TestedDevice}, in the JVM that is kept for such tests. On the
 * software device each test must leave no fault and the class no leak.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("device")
@ExtendWith({AnyDevice.class, DeviceGuard.class})
public @interface OnDevice {}
