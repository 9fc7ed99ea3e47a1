package io.sardonyx.task;

/** Who decides about segments that cannot go where they should. */
interface UnsendableHandler {

    void refuse(Object segment, Exception why) throws Exception;
}
