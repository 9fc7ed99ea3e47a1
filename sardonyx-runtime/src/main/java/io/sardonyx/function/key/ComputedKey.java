package io.sardonyx.function.key;

import io.sardonyx.function.Invocation;

/** A key that a function of the job computes. */
record ComputedKey(String name, Invocation function) implements KeyFunction {

    @Override
    public Object key(Object segment) throws Throwable {
        Object key = function.call(segment);
        if (key == null) {
            throw new MissingKey(name + " returned null, which is no key; return something that equal segments share");
        }
        return key;
    }
}
