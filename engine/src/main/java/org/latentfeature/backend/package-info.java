/**
 * The cut between the outer loops and the machines that run them: capabilities, discovery, and the
 * plain-Java reference backend.
 */
@NullMarked
package org.latentfeature.backend;

import org.jspecify.annotations.NullMarked;
