/**
 * The machines that run the steps: discovery, resources, native code from a safe place, and the
 * plain-Java reference.
 */
@NullMarked
package org.latentfeature.backend;

import org.jspecify.annotations.NullMarked;
