/**
 * Lambdas and values as data that another process can use.
 *
 * <pre>
 *   lambda ─▶ LambdaData: class, method, digest of the class file ─┐
 *     └ captured values ─▶ ValueCodec ─▶ text ─────────────────────┴═▶ LambdaData.bind ─▶ the same code, elsewhere
 * </pre>
 *
 * <p>The one rule: data never chooses code freely. A class is only used if it is allowed, has the same class file, and
 * the method is public or the body of a lambda; values are of classes that are allowed, too. Java serialization is not
 * used.
 */
@NullMarked
package io.sardonyx.lambda;

import org.jspecify.annotations.NullMarked;
