package io.sardonyx.queue;

/** Where the body of a stored message is: on the heap or in a file. */
public interface MessageBody {

    /** The bytes; thread-safe. */
    byte[] bytes();

    /** Frees the space, once, when the message is gone. */
    void discard();

    /** A body on the heap that nobody counts. */
    static MessageBody onHeap(byte[] bytes) {
        return new MessageBody() {
            @Override
            public byte[] bytes() {
                return bytes;
            }

            @Override
            public void discard() {}
        };
    }
}
