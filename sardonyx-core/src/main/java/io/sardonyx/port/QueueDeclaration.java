package io.sardonyx.port;

/**
 * A queue to be declared.
 *
 * @param exclusive whether the broker delivers to one session at a time: the others that read it get nothing until that
 *     one is over, then the next one does. So messages are seen in order even while consumers change, for all that the
 *     former one did not commit is back in its place by then
 */
public record QueueDeclaration(QueueName name, boolean exclusive) {

    /** A queue that any number of sessions read at once. */
    public static QueueDeclaration shared(QueueName name) {
        return new QueueDeclaration(name, false);
    }

    /** A queue that one session reads at a time, in order. */
    public static QueueDeclaration exclusive(QueueName name) {
        return new QueueDeclaration(name, true);
    }
}
